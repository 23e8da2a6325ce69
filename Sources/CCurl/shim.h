#pragma once
#include <curl/curl.h>
#include <dlfcn.h>

// libcurl brings thirty libraries, and takes longer to load than all else that a program needs which shows files: it is looked for at run
// time, when an address of the web is met for the first time. These are the functions of it that are used.
#define OVERLOOK_CURL_FUNCTIONS(FUNCTION) \
  FUNCTION(global_init) FUNCTION(free) \
  FUNCTION(easy_init) FUNCTION(easy_cleanup) FUNCTION(easy_reset) FUNCTION(easy_setopt) FUNCTION(easy_getinfo) \
  FUNCTION(easy_strerror) \
  FUNCTION(multi_init) FUNCTION(multi_cleanup) FUNCTION(multi_setopt) FUNCTION(multi_add_handle) FUNCTION(multi_remove_handle) \
  FUNCTION(multi_perform) FUNCTION(multi_poll) FUNCTION(multi_wakeup) FUNCTION(multi_info_read) \
  FUNCTION(slist_append) FUNCTION(slist_free_all) \
  FUNCTION(url) FUNCTION(url_cleanup) FUNCTION(url_set) FUNCTION(url_get)

struct overlook_curl {
  // Of dlopen; never closed.
  void *_Nullable library;
#define OVERLOOK_CURL_MEMBER(name) __typeof__(&curl_##name) _Nonnull name;
  OVERLOOK_CURL_FUNCTIONS(OVERLOOK_CURL_MEMBER)
#undef OVERLOOK_CURL_MEMBER
};

// False, and nothing said of `curl`, where there is no libcurl with all of the functions.
static inline _Bool overlook_curl_load(struct overlook_curl *_Nonnull curl) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  curl->library = library;
#define OVERLOOK_CURL_FIND(name) \
  { \
    void *symbol = dlsym(library, "curl_" #name); \
    if (!symbol) return 0; \
    curl->name = (__typeof__(&curl_##name))symbol; \
  }
  OVERLOOK_CURL_FUNCTIONS(OVERLOOK_CURL_FIND)
#undef OVERLOOK_CURL_FIND
  return 1;
}

// Swift cannot call functions with variable arguments.

static inline CURLcode overlook_curl_set_long(
    const struct overlook_curl *_Nonnull curl, CURL *handle, CURLoption option, long value) {
  return curl->easy_setopt(handle, option, value);
}

// curl copies the text.
static inline CURLcode overlook_curl_set_text(
    const struct overlook_curl *_Nonnull curl, CURL *handle, CURLoption option, const char *value) {
  return curl->easy_setopt(handle, option, value);
}

static inline CURLcode overlook_curl_set_pointer(
    const struct overlook_curl *_Nonnull curl, CURL *handle, CURLoption option, void *value) {
  return curl->easy_setopt(handle, option, value);
}

static inline CURLcode overlook_curl_set_list(
    const struct overlook_curl *_Nonnull curl, CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl->easy_setopt(handle, option, value);
}

static inline CURLcode overlook_curl_set_data_callback(
    const struct overlook_curl *_Nonnull curl, CURL *handle, CURLoption option, curl_write_callback value) {
  return curl->easy_setopt(handle, option, value);
}

static inline CURLcode overlook_curl_set_socket_callback(
    const struct overlook_curl *_Nonnull curl, CURL *handle, CURLoption option, curl_opensocket_callback value) {
  return curl->easy_setopt(handle, option, value);
}

static inline CURLcode overlook_curl_set_prereq_callback(
    const struct overlook_curl *_Nonnull curl, CURL *handle, CURLoption option, curl_prereq_callback value) {
  return curl->easy_setopt(handle, option, value);
}

static inline CURLcode overlook_curl_get_long(
    const struct overlook_curl *_Nonnull curl, CURL *handle, CURLINFO info, long *value) {
  return curl->easy_getinfo(handle, info, value);
}

static inline CURLcode overlook_curl_get_pointer(
    const struct overlook_curl *_Nonnull curl, CURL *handle, CURLINFO info, void **value) {
  return curl->easy_getinfo(handle, info, value);
}

static inline CURLMcode overlook_curl_multi_set_long(
    const struct overlook_curl *_Nonnull curl, CURLM *handle, CURLMoption option, long value) {
  return curl->multi_setopt(handle, option, value);
}

// Members of a union are not seen by Swift.
static inline CURLcode overlook_curl_result(const CURLMsg *message) {
  return message->data.result;
}
