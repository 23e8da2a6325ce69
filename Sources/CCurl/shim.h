#pragma once
#include <curl/curl.h>

// Swift cannot call functions with variable arguments.

static inline CURLcode overlook_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

// curl copies the text.
static inline CURLcode overlook_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode overlook_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode overlook_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode overlook_curl_set_data_callback(CURL *handle, CURLoption option, curl_write_callback value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode overlook_curl_set_socket_callback(CURL *handle, CURLoption option, curl_opensocket_callback value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode overlook_curl_set_prereq_callback(CURL *handle, CURLoption option, curl_prereq_callback value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode overlook_curl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode overlook_curl_get_pointer(CURL *handle, CURLINFO info, void **value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode overlook_curl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
  return curl_multi_setopt(handle, option, value);
}

// Members of a union are not seen by Swift.
static inline CURLcode overlook_curl_result(const CURLMsg *message) {
  return message->data.result;
}
