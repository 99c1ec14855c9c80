# SPDX-License-Identifier: Apache-2.0
"""coldcore.incidence_gpu on the CPU, whatever devices there are and COLDCORE_DEVICE says."""
from . import incidence_gpu as _gpu


class SparseIncidenceBackend(_gpu.SparseIncidenceBackend):
    __doc__ = _gpu.SparseIncidenceBackend.__doc__
    device = "cpu"


class WeightedIncidenceBackend(_gpu.WeightedIncidenceBackend):
    __doc__ = _gpu.WeightedIncidenceBackend.__doc__
    device = "cpu"
