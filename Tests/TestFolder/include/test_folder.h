#pragma once

/* This target has no functions to call: see test_folder.c. */
