internal import Glibc

/// A library that may or may not be on this machine, looked for at run time and kept until the process ends.
package struct SharedLibrary: @unchecked Sendable {
  // Invariant: a handle of `dlopen` that is never closed; `dlsym` may be called with it from any thread.
  private let handle: UnsafeMutableRawPointer

  /// Nil when there is no such library; `name` with its version, "libzstd.so.1".
  package init?(_ name: String) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
    self.handle = handle
  }

  /// The function `name` as a C function pointer of type `Function`; nil when the library has none of that name.
  ///
  /// `Function` must be the `@convention(c)` form of the declaration in the library's header: nothing can check it.
  package func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard MemoryLayout<Function>.size == MemoryLayout<UnsafeMutableRawPointer>.size, let symbol = dlsym(handle, name) else {
      return nil
    }
    return unsafeBitCast(symbol, to: type)
  }
}
