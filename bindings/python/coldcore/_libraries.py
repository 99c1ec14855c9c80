# SPDX-License-Identifier: Apache-2.0
"""Finds and binds the shared libraries."""
import ctypes
import glob
import os
import pathlib
import weakref

from . import _arrays
from ._errors import Error, LibraryError, MissingSymbol

INT = ctypes.c_int
LONG = ctypes.c_longlong
I32 = ctypes.c_int32
I64 = ctypes.c_int64
POINTER = ctypes.c_void_p
TEXT = ctypes.c_char_p

_HERE = pathlib.Path(__file__).resolve().parent


class Plugin(ctypes.Structure):
    """struct coldcore_plugin of coldcore.h."""
    _fields_ = [
        ("struct_size", ctypes.c_uint32), ("id", I32), ("name", TEXT), ("path", TEXT), ("info", POINTER),
        ("validate", ctypes.CFUNCTYPE(INT, INT, POINTER, INT, POINTER)), ("bind", POINTER), ("axes", POINTER),
        ("table", ctypes.CFUNCTYPE(LONG, INT, POINTER, INT, POINTER, LONG)), ("covers", POINTER),
        ("axis_cost", POINTER),
        ("table_ox", ctypes.CFUNCTYPE(LONG, INT, POINTER, INT, POINTER, POINTER, LONG)),
        ("plane_bytes", ctypes.CFUNCTYPE(LONG, INT, POINTER, INT)), ("axes_cuda", POINTER), ("reads_source", I32),
        ("plan", POINTER)]


class Listing(ctypes.Structure):
    """struct coldcore_listing of coldcore.h."""
    _fields_ = [("struct_size", ctypes.c_uint32), ("id", I32), ("abi_major", I32), ("status", I32), ("name", TEXT),
                ("path", TEXT), ("note", TEXT)]


class _Kind:
    """A library: its file, where that lies in a build folder, and its functions (result, arguments)."""

    def __init__(self, file, build_folder, error_name, last_error, required, optional):
        self.file = file
        self.build_folder = build_folder
        self.error_name = error_name
        self.last_error = last_error
        self.required = required
        self.optional = optional


_CORE = _Kind("libcoldcore.so.0", "core", "coldcore_error_name", "coldcore_last_error", {
    "dct_init3": (INT, INT, INT, POINTER, INT, POINTER, LONG, INT, POINTER, INT, INT, INT),
    "dct_free": (INT,),
    "dct_set_code": (INT, POINTER, INT),
    "dct_transform": (INT, INT, INT),
    "dct_ball_update": (INT, POINTER, INT, INT),
    "dct_ball_gather": (INT, POINTER, INT, INT, POINTER),
    "dct_count_eq": (LONG, INT),
    "dct_map_max": (INT, POINTER),
    "dct_map_extract64": (LONG, I32, POINTER, POINTER, INT),
    "dct_map_read_at": (INT, POINTER, INT, POINTER),
    "dct_read_cnt": (INT, LONG, LONG, POINTER),
    "coldcore_plugin_scan": (INT,),
    "coldcore_plugin_listing": (INT, INT, POINTER),
    "coldcore_plugin_load": (INT, TEXT, POINTER),
    "coldcore_plugin_load_id": (INT, INT, POINTER),
    "coldcore_version": (TEXT,),
    "coldcore_error_name": (TEXT, INT),
    "coldcore_last_error": (TEXT,),
}, {
    "dct_host_bytes": (LONG,),
    "dct_loss_owner": (INT, POINTER, INT, POINTER),
    "dct_map_hist": (INT, INT, I32, POINTER),
    "dct_set_tbl2": (INT, POINTER, POINTER, LONG),
    "dct_use_fmt": (INT, INT),
    "dct_set_mu": (INT, INT),
    "dct_get_mu": (INT,),
    "dct_ball_gather_mu": (INT, POINTER, INT, INT, POINTER),
    "dct_count_deficit": (LONG,),
})

_INCIDENCE = _Kind("coldcore_incidence.so", "plugins/incidence", "coldcore_sparse_error_name",
                   "coldcore_sparse_last_error", {
    "sparse_abi_version": (INT,),
    "sparse_init": (INT, LONG, INT, LONG, POINTER, INT, INT, POINTER, POINTER),
    "sparse_init_csr": (INT, LONG, LONG, LONG, POINTER, POINTER, POINTER, POINTER, INT, INT, POINTER, POINTER),
    "sparse_free": (INT,),
    "sparse_set_mu": (INT, INT),
    "sparse_recount": (INT, POINTER, LONG),
    "sparse_field": (INT, INT),
    "sparse_ball_update": (INT, POINTER, LONG, INT),
    "sparse_ball_gather": (INT, POINTER, LONG, INT, POINTER),
    "sparse_count_eq": (LONG, INT),
    "sparse_count_deficit": (LONG,),
    "sparse_map_max": (INT, POINTER),
    "sparse_map_hist": (INT, INT, I32, POINTER),
    "sparse_map_extract": (LONG, I32, POINTER, POINTER, INT),
    "sparse_map_read_at": (INT, POINTER, LONG, POINTER),
    "sparse_read_cnt": (INT, LONG, LONG, POINTER),
    "sparse_dev_bytes": (LONG,),
    "sparse_host_bytes": (LONG,),
}, {
    "coldcore_sparse_error_name": (TEXT, INT),
    "coldcore_sparse_last_error": (TEXT,),
})

_SEARCH = _Kind("libcoldcore_search.so.0", "problems", "coldcore_search_error_name", "coldcore_search_last_error", {
    "coldcore_search_abi_version": (INT,),
    "coldcore_search_solve": (INT, POINTER, POINTER, POINTER, POINTER, POINTER),
    "coldcore_search_verify": (INT, POINTER, POINTER, I64, POINTER),
    "coldcore_search_verify_file": (INT, TEXT, POINTER, POINTER),
    "coldcore_search_summarize": (INT, POINTER, POINTER),
    "coldcore_search_rows": (INT, POINTER, I64, I64, POINTER),
    "coldcore_search_history": (I64, POINTER, POINTER, I64),
    "coldcore_search_histogram": (I64, POINTER, POINTER, I64),
    "coldcore_search_uncovered": (TEXT, POINTER, I64),
    "coldcore_search_group": (TEXT, POINTER, I64),
    "coldcore_search_write": (INT, POINTER, TEXT, INT),
    "coldcore_search_free": (None, POINTER),
    "coldcore_search_error_name": (TEXT, INT),
    "coldcore_search_last_error": (TEXT,),
}, {})


def _folders():
    """Where libraries are looked for, in this order, each with the reason."""
    named = os.environ.get("COLDCORE_LIBRARY", "")
    if named:
        path = pathlib.Path(named).resolve()
        if not path.exists():
            raise LibraryError(f"COLDCORE_LIBRARY is {named}, which is not there")
        yield path if path.is_dir() else path.parent, "COLDCORE_LIBRARY"
        return
    yield _HERE / "lib", "the package itself"
    yield _HERE.parents[2] / "build", "the source tree"


def _files(kind):
    for folder, reason in _folders():
        places = [folder, folder / kind.build_folder, folder.parent / kind.build_folder, folder / "lib",
                  folder / "lib64"]
        places += [pathlib.Path(p) for p in sorted(glob.glob(glob.escape(str(folder / "lib")) + "/*-linux-*"))]
        for place in places:
            yield place / kind.file, reason
    if not os.environ.get("COLDCORE_LIBRARY"):
        yield kind.file, "the system's folders"


def _open(kind):
    """The library, its file and the reason for that one."""
    tried = []
    for file, reason in _files(kind):
        if isinstance(file, pathlib.Path) and not file.is_file():
            if str(file.parent) not in tried:
                tried.append(str(file.parent))
            continue
        try:
            return ctypes.CDLL(str(file), mode=os.RTLD_NOW | os.RTLD_LOCAL), str(file), reason
        except OSError as error:
            tried.append(str(error))
    raise LibraryError(f"{kind.file} is not to be found: set COLDCORE_LIBRARY to the folder that has it, to a prefix "
                       f"or to a build folder. Looked for in: {'; '.join(tried)}")


class Library:
    """The functions of one library. Those that are optional and absent are in `missing`, with the reason."""

    def __init__(self, kind):
        library, self.file, self.reason = _open(kind)
        self._kind = kind
        self.missing = {}
        for name, signature in kind.required.items():
            if not self._bind(library, name, signature):
                raise LibraryError(f"{self.file} lacks the function {name}: it is no {kind.file} of this version")
        for name, signature in kind.optional.items():
            if not self._bind(library, name, signature):
                self.missing[name] = (f"{self.file} lacks the function {name}, which is optional: "
                                      f"another {kind.file} may have it")

    def _bind(self, library, name, signature):
        try:
            function = getattr(library, name)
        except AttributeError:
            return False
        function.restype, function.argtypes = signature[0], list(signature[1:])
        setattr(self, name, function)
        return True

    def require(self, name):
        """Raises MissingSymbol unless the function is there."""
        if name in self.missing:
            raise MissingSymbol(self.missing[name])

    def check(self, answer):
        """Passes an answer on; raises Error for a negative one."""
        if answer >= 0:
            return answer
        name = getattr(self, self._kind.error_name, None)
        line = getattr(self, self._kind.last_error, None)
        raise Error(answer, name(answer).decode() if name else "unknown",
                    line().decode(errors="replace") if line else f"the library answered {answer}")


class Opened:
    """A cell that an init is about to open: its `bytes`, which the init writes once the cell is open, say whether
    it is. Made before the init, so that Ctrl-C during a long one, raised when it returns, loses no open cell."""

    def __init__(self, owner, free):
        self.bytes = ctypes.c_longlong(-1)
        self.close = weakref.finalize(owner, _close, free, self.bytes)


def _close(free, bytes):
    if bytes.value >= 0:
        free()


_loaded = {}


def _library(kind):
    if kind.file not in _loaded:
        _loaded[kind.file] = Library(kind)
    return _loaded[kind.file]


def core():
    """libcoldcore, loaded by the first call."""
    return _library(_CORE)


def incidence():
    """coldcore_incidence.so, likewise."""
    library = _library(_INCIDENCE)
    version = library.sparse_abi_version()
    if version != 2:
        raise LibraryError(f"{library.file} has ABI version {version}; this is for 2")
    return library


def search():
    """libcoldcore_search, likewise."""
    library = _library(_SEARCH)
    version = library.coldcore_search_abi_version()
    if version != 1:
        raise LibraryError(f"{library.file} has ABI version {version}; this is for 1")
    return library


def libraries():
    """Which shared libraries are in use: a dict from file name to path, to the reason for it, and to the optional
    functions that are missing, with what that means; or to the error if there is none.

    They are looked for, in this order, in

    1. what the environment variable COLDCORE_LIBRARY names, and nowhere else if it is set: a folder that has
       them, a prefix of `meson install`, a build folder, or the file libcoldcore.so.0;
    2. the folder `lib` of this package, where a wheel brings them;
    3. the folder `build` of the source tree, if this package lies in one;
    4. the folders of the system's loader.
    """
    found = {}
    for kind in (_CORE, _INCIDENCE, _SEARCH):
        try:
            library = _library(kind)
            found[kind.file] = {"path": library.file, "found": library.reason, "missing": dict(library.missing)}
        except LibraryError as error:
            found[kind.file] = {"error": str(error)}
    return found


def families():
    """Names of the problem families whose plugins are there and usable, without running any of their code."""
    library = core()
    names = []
    for i in range(library.check(library.coldcore_plugin_scan())):
        listing = Listing(struct_size=ctypes.sizeof(Listing))
        library.check(library.coldcore_plugin_listing(i, ctypes.addressof(listing)))
        if listing.status == 0:
            names.append(listing.name.decode())
    return names


def load_family(problem):
    """struct coldcore_plugin of a family by its name or its number."""
    library = core()
    out = ctypes.POINTER(Plugin)()
    if isinstance(problem, str):
        library.check(library.coldcore_plugin_load(_arrays.text("problem", problem), ctypes.addressof(out)))
    else:
        library.check(library.coldcore_plugin_load_id(problem, ctypes.addressof(out)))
    return out.contents
