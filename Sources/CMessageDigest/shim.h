#pragma once
#include <sys/types.h>
#include <sha2.h>

/* Swift's importer leaves out the macro. */
enum { sha256_text_length = SHA256_DIGEST_STRING_LENGTH };
