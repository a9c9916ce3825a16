#pragma once
#include <png.h>
#include <turbojpeg.h>

/* Swift's importer leaves out these macros. */
enum {
    png_image_version = PNG_IMAGE_VERSION,
    png_format_rgba = PNG_FORMAT_RGBA,
    png_format_flag_alpha = PNG_FORMAT_FLAG_ALPHA,
};
