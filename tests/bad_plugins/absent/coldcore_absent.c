/* SPDX-License-Identifier: Apache-2.0 */
extern int coldcore_absent;
int coldcore_absent = 1;
