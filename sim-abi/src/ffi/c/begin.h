/*
 * sim.h: everything that a plugin of the simulator needs in C99 or C++11. No library of
 * the simulator has to be linked, only C's mathematics (-lm on Linux).
 *
 * Generated from sim-abi/src/ffi; do not edit. The first part holds the types of the contract; their comments say what they
 * mean. Who owns which memory and what may grow is in the pages "Plugin compatibility" and "C and C++" of the guide. The
 * second part are functions that make writing a component
 * short; none of them allocates, and none of them reads beyond what it is given.
 *
 * The shape of a plugin; the folder examples/c has one of each kind:
 *
 *     static sim_status create(uint32_t kind, sim_text id, sim_text request, sim_created *created, const sim_reply *reply);
 *     SIM_PLUGIN_LIBRARY(create, "name", "1.0.0", "MIT", "What it is.", SIM_COMPONENT(…));
 *
 * Rules: a view lends memory for the length of a call. A component is called by one thread at a time, but not always by the
 * same one; it keeps its state in its instance, not in static variables. A C++ exception must not leave a function that the
 * host calls. Units are SI, angles radians, z is up, x forward.
 */
#ifndef SIM_H
#define SIM_H

#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

