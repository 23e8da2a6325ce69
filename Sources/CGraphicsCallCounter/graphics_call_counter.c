#define _GNU_SOURCE
#include "CGraphicsCallCounter.h"

#if (defined(__x86_64__) || defined(__aarch64__)) && defined(__ELF__) && defined(__linux__)
#define OVERLOOK_COUNTS_CALLS 1
#endif

#ifdef OVERLOOK_COUNTS_CALLS

#define GL_GLEXT_PROTOTYPES 1
#include <GL/glcorearb.h>
#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Stub number i adds one to count i and jumps to target i; no register that carries an argument is touched.
__attribute__((visibility("hidden"), used)) uint64_t overlook_call_counts[GRAPHICS_CALL_COUNTER_FUNCTIONS];
__attribute__((visibility("hidden"), used)) void *overlook_call_targets[GRAPHICS_CALL_COUNTER_FUNCTIONS];
__attribute__((visibility("hidden"))) extern const char overlook_call_stubs[];

#ifdef __x86_64__
#define STUB_BYTES 16
#define RELOCATION_OF_CALL(type) ((type) == R_X86_64_JUMP_SLOT || (type) == R_X86_64_GLOB_DAT)
__asm__(
    ".pushsection .text\n"
    ".p2align 4\n"
    ".hidden overlook_call_stubs\n"
    ".globl overlook_call_stubs\n"
    "overlook_call_stubs:\n"
    ".set overlook_stub, 0\n"
    ".rept 256\n"
    ".p2align 4\n"
    "incq overlook_call_counts+8*overlook_stub(%rip)\n"
    "jmpq *overlook_call_targets+8*overlook_stub(%rip)\n"
    ".set overlook_stub, overlook_stub+1\n"
    ".endr\n"
    ".popsection\n");
#else
#define STUB_BYTES 32
#define RELOCATION_OF_CALL(type) ((type) == R_AARCH64_JUMP_SLOT || (type) == R_AARCH64_GLOB_DAT)
__asm__(
    ".pushsection .text\n"
    ".p2align 5\n"
    ".hidden overlook_call_stubs\n"
    ".globl overlook_call_stubs\n"
    "overlook_call_stubs:\n"
    ".set overlook_stub, 0\n"
    ".rept 256\n"
    ".p2align 5\n"
    "adrp x16, overlook_call_counts+8*overlook_stub\n"
    "ldr x17, [x16, :lo12:overlook_call_counts+8*overlook_stub]\n"
    "add x17, x17, #1\n"
    "str x17, [x16, :lo12:overlook_call_counts+8*overlook_stub]\n"
    "adrp x16, overlook_call_targets+8*overlook_stub\n"
    "ldr x16, [x16, :lo12:overlook_call_targets+8*overlook_stub]\n"
    "br x16\n"
    ".set overlook_stub, overlook_stub+1\n"
    ".endr\n"
    ".popsection\n");
#endif

// An entry of the table of imported functions, and what the dynamic linker put there.
typedef struct {
  void **slot;
  void *before;
  const char *name;
  size_t number;
} import;

static import imports[2 * GRAPHICS_CALL_COUNTER_FUNCTIONS];
static size_t import_count;
static const char *names[GRAPHICS_CALL_COUNTER_FUNCTIONS];
static size_t name_count;
static graphics_call_counter_amounts counted;
static bool is_counting;
// Whether pixels are taken from a buffer: then they were counted when they came there.
static bool takes_pixels_from_buffer;

// What of a call is more than that it was made. Each goes on to the stub that counts it.
#define FUNCTIONS_WITH_AMOUNTS(X)                                                                                           \
  X(glBufferData) X(glBufferSubData) X(glTexImage2D) X(glTexImage3D) X(glTexSubImage2D) X(glTexSubImage3D)                  \
  X(glBindBuffer) X(glMapBufferRange) X(glBlitFramebuffer) X(glCopyTexSubImage2D) X(glReadPixels) X(glMultiDrawArrays)                      \
  X(glMultiDrawElements) X(glMultiDrawElementsBaseVertex)

#define STUB(name) static __typeof__(name) *stub_##name;
FUNCTIONS_WITH_AMOUNTS(STUB)
#undef STUB

static uint64_t size_of(GLsizei width, GLsizei height) {
  return width < 0 || height < 0 ? 0 : (uint64_t)width * (uint64_t)height;
}

static uint64_t bytes_of(GLenum format, GLenum type) {
  uint64_t components = 1, bytes = 1;
  if (format == GL_RG) components = 2;
  if (format == GL_RGB || format == GL_BGR) components = 3;
  if (format == GL_RGBA || format == GL_BGRA) components = 4;
  if (type == GL_HALF_FLOAT || type == GL_UNSIGNED_SHORT || type == GL_SHORT) bytes = 2;
  if (type == GL_FLOAT || type == GL_UNSIGNED_INT || type == GL_INT) bytes = 4;
  return components * bytes;
}

static void add_upload(uint64_t bytes) {
  counted.uploads += 1;
  counted.uploaded_bytes += bytes;
}

static void APIENTRY on_glBufferData(GLenum target, GLsizeiptr size, const void *data, GLenum usage) {
  if (data && size > 0) add_upload((uint64_t)size);
  stub_glBufferData(target, size, data, usage);
}

static void APIENTRY on_glBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, const void *data) {
  if (size > 0) add_upload((uint64_t)size);
  stub_glBufferSubData(target, offset, size, data);
}

static void APIENTRY on_glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border,
                                     GLenum format, GLenum type, const void *pixels) {
  if (pixels) add_upload(size_of(width, height) * bytes_of(format, type));
  stub_glTexImage2D(target, level, internal, width, height, border, format, type, pixels);
}

static void APIENTRY on_glTexImage3D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLsizei depth,
                                     GLint border, GLenum format, GLenum type, const void *pixels) {
  if (pixels && depth > 0) add_upload(size_of(width, height) * (uint64_t)depth * bytes_of(format, type));
  stub_glTexImage3D(target, level, internal, width, height, depth, border, format, type, pixels);
}

static void APIENTRY on_glTexSubImage2D(GLenum target, GLint level, GLint x, GLint y, GLsizei width, GLsizei height,
                                        GLenum format, GLenum type, const void *pixels) {
  if (!takes_pixels_from_buffer) add_upload(size_of(width, height) * bytes_of(format, type));
  stub_glTexSubImage2D(target, level, x, y, width, height, format, type, pixels);
}

static void APIENTRY on_glTexSubImage3D(GLenum target, GLint level, GLint x, GLint y, GLint z, GLsizei width, GLsizei height,
                                        GLsizei depth, GLenum format, GLenum type, const void *pixels) {
  if (depth > 0 && !takes_pixels_from_buffer) add_upload(size_of(width, height) * (uint64_t)depth * bytes_of(format, type));
  stub_glTexSubImage3D(target, level, x, y, z, width, height, depth, format, type, pixels);
}

static void APIENTRY on_glBindBuffer(GLenum target, GLuint buffer) {
  if (target == GL_PIXEL_UNPACK_BUFFER) takes_pixels_from_buffer = buffer != 0;
  stub_glBindBuffer(target, buffer);
}

static void *APIENTRY on_glMapBufferRange(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access) {
  if ((access & GL_MAP_WRITE_BIT) && length > 0) counted.mapped_bytes += (uint64_t)length;
  return stub_glMapBufferRange(target, offset, length, access);
}

static void APIENTRY on_glBlitFramebuffer(GLint x0, GLint y0, GLint x1, GLint y1, GLint left, GLint bottom, GLint right, GLint top,
                                          GLbitfield mask, GLenum filter) {
  int64_t width = (int64_t)right - left, height = (int64_t)top - bottom;
  counted.copies += 1;
  counted.copied_pixels += (uint64_t)(width < 0 ? -width : width) * (uint64_t)(height < 0 ? -height : height);
  stub_glBlitFramebuffer(x0, y0, x1, y1, left, bottom, right, top, mask, filter);
}

static void APIENTRY on_glCopyTexSubImage2D(GLenum target, GLint level, GLint x, GLint y, GLint from_x, GLint from_y,
                                            GLsizei width, GLsizei height) {
  counted.copies += 1;
  counted.copied_pixels += size_of(width, height);
  stub_glCopyTexSubImage2D(target, level, x, y, from_x, from_y, width, height);
}

static void APIENTRY on_glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels) {
  counted.read_pixels += size_of(width, height);
  stub_glReadPixels(x, y, width, height, format, type, pixels);
}

static void APIENTRY on_glMultiDrawArrays(GLenum mode, const GLint *first, const GLsizei *count, GLsizei draws) {
  if (draws > 0) counted.ranges += (uint64_t)draws;
  stub_glMultiDrawArrays(mode, first, count, draws);
}

static void APIENTRY on_glMultiDrawElements(GLenum mode, const GLsizei *count, GLenum type, const void *const *indices,
                                            GLsizei draws) {
  if (draws > 0) counted.ranges += (uint64_t)draws;
  stub_glMultiDrawElements(mode, count, type, indices, draws);
}

static void APIENTRY on_glMultiDrawElementsBaseVertex(GLenum mode, const GLsizei *count, GLenum type, const void *const *indices,
                                                      GLsizei draws, const GLint *base) {
  if (draws > 0) counted.ranges += (uint64_t)draws;
  stub_glMultiDrawElementsBaseVertex(mode, count, type, indices, draws, base);
}

static void *stub(size_t number) { return (void *)(overlook_call_stubs + STUB_BYTES * number); }

// What the table is to hold for the function of a number.
static void *replacement(size_t number) {
#define REPLACE(name)                                 \
  if (strcmp(names[number], #name) == 0) {            \
    stub_##name = (__typeof__(name) *)stub(number);   \
    return (void *)on_##name;                         \
  }
  FUNCTIONS_WITH_AMOUNTS(REPLACE)
#undef REPLACE
  return stub(number);
}

// The number of a function, with its own address behind it; GRAPHICS_CALL_COUNTER_FUNCTIONS where there is no room or no function.
static size_t number_of(const char *name) {
  for (size_t number = 0; number < name_count; number++)
    if (strcmp(names[number], name) == 0) return number;
  if (name_count == GRAPHICS_CALL_COUNTER_FUNCTIONS) return name_count;
  void *target = dlsym(RTLD_DEFAULT, name);
  if (!target) return GRAPHICS_CALL_COUNTER_FUNCTIONS;
  overlook_call_targets[name_count] = target;
  names[name_count] = name;
  return name_count++;
}

static void add_imports(uintptr_t base, const ElfW(Rela) *first, size_t count, const ElfW(Sym) *symbols, const char *texts) {
  for (size_t index = 0; index < count; index++) {
    if (!RELOCATION_OF_CALL(ELF64_R_TYPE(first[index].r_info))) continue;
    const char *name = texts + symbols[ELF64_R_SYM(first[index].r_info)].st_name;
    if (name[0] != 'g' || name[1] != 'l' || name[2] < 'A' || name[2] > 'Z') continue;
    size_t number = number_of(name);
    if (number == GRAPHICS_CALL_COUNTER_FUNCTIONS || import_count == sizeof(imports) / sizeof(imports[0])) continue;
    imports[import_count++] = (import){(void **)(base + first[index].r_offset), NULL, name, number};
  }
}

// The program itself is the first that the dynamic linker names.
static int visit(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  (void)context;
  uintptr_t base = info->dlpi_addr;
  const ElfW(Dyn) *entry = NULL;
  for (size_t index = 0; index < info->dlpi_phnum; index++)
    if (info->dlpi_phdr[index].p_type == PT_DYNAMIC) entry = (const ElfW(Dyn) *)(base + info->dlpi_phdr[index].p_vaddr);
  const ElfW(Sym) *symbols = NULL;
  const char *texts = NULL;
  const ElfW(Rela) *calls = NULL, *others = NULL;
  size_t call_bytes = 0, other_bytes = 0;
  for (; entry && entry->d_tag != DT_NULL; entry++) {
    // glibc has added the base to addresses already, other libraries have not.
    uintptr_t address = entry->d_un.d_ptr < base ? base + entry->d_un.d_ptr : entry->d_un.d_ptr;
    switch (entry->d_tag) {
      case DT_SYMTAB: symbols = (const ElfW(Sym) *)address; break;
      case DT_STRTAB: texts = (const char *)address; break;
      case DT_JMPREL: calls = (const ElfW(Rela) *)address; break;
      case DT_PLTRELSZ: call_bytes = entry->d_un.d_val; break;
      case DT_RELA: others = (const ElfW(Rela) *)address; break;
      case DT_RELASZ: other_bytes = entry->d_un.d_val; break;
      default: break;
    }
  }
  if (symbols && texts) {
    if (calls) add_imports(base, calls, call_bytes / sizeof(ElfW(Rela)), symbols, texts);
    if (others) add_imports(base, others, other_bytes / sizeof(ElfW(Rela)), symbols, texts);
  }
  return 1;
}

// The table may have been made read-only after the program was loaded.
static bool make_writable(void **slot) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  return mprotect((void *)((uintptr_t)slot & ~(page - 1)), page, PROT_READ | PROT_WRITE) == 0;
}

bool graphics_call_counter_begin(void) {
  if (is_counting) return false;
  if (import_count == 0) dl_iterate_phdr(visit, NULL);
  if (import_count == 0) return false;
  memset(&counted, 0, sizeof(counted));
  // Nobody leaves one bound.
  takes_pixels_from_buffer = false;
  memset(overlook_call_counts, 0, sizeof(overlook_call_counts));
  for (size_t index = 0; index < import_count; index++)
    if (!make_writable(imports[index].slot)) return false;
  for (size_t index = 0; index < import_count; index++) {
    imports[index].before = *imports[index].slot;
    *imports[index].slot = replacement(imports[index].number);
  }
  is_counting = true;
  return true;
}

void graphics_call_counter_end(graphics_call_counter_amounts *amounts) {
  if (!is_counting) return;
  for (size_t index = 0; index < import_count; index++) *imports[index].slot = imports[index].before;
  is_counting = false;
  *amounts = counted;
}

size_t graphics_call_counter_functions(void) { return name_count; }
const char *graphics_call_counter_name(size_t number) { return number < name_count ? names[number] : ""; }
uint64_t graphics_call_counter_calls(size_t number) { return number < name_count ? overlook_call_counts[number] : 0; }

#else

bool graphics_call_counter_begin(void) { return false; }
void graphics_call_counter_end(graphics_call_counter_amounts *amounts) { (void)amounts; }
size_t graphics_call_counter_functions(void) { return 0; }
const char *graphics_call_counter_name(size_t number) { (void)number; return ""; }
uint64_t graphics_call_counter_calls(size_t number) { (void)number; return 0; }

#endif
