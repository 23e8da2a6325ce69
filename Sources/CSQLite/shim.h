#pragma once
#include <sqlite3.h>

// sqlite3_db_config takes a variable argument list, which Swift cannot call.
static inline int overlook_sqlite3_db_config(sqlite3 *connection, int option, int value) {
  return sqlite3_db_config(connection, option, value, (int *)0);
}
