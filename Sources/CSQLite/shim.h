#pragma once
#include <sqlite3.h>

/* sqlite3_db_config is variadic, which Swift's importer leaves out. */
static inline int set_checkpoint_on_close(sqlite3 *database, int is_on)
{
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !is_on, (int *)0);
}
