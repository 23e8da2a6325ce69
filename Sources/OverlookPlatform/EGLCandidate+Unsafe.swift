internal import CEGL
import Glibc

/// One way to an EGL display that needs no window system.
struct EGLCandidate {
  enum Kind {
    case device(EGLDeviceEXT)
    case surfaceless
    case standard
  }

  let kind: Kind

  var name: String {
    switch kind {
    case .device: "device"
    case .surfaceless: "surfaceless"
    case .standard: "default"
    }
  }

  /// Every way that this machine's EGL names, the best first: graphics cards, Mesa without a surface, software devices, and the
  /// default display, which is the only way where EGL has no client extensions.
  static func all() -> [EGLCandidate] {
    let extensions = Set(string(eglQueryString(nil, EGL_EXTENSIONS)).split(separator: " ").map(String.init))
    var candidates: [EGLCandidate] = []
    var software: [EGLCandidate] = []
    if extensions.contains("EGL_EXT_platform_device") {
      for device in devices() {
        if isSoftware(device) {
          software.append(EGLCandidate(kind: .device(device)))
        } else if !softwareIsDemanded {
          candidates.append(EGLCandidate(kind: .device(device)))
        }
      }
    }
    if extensions.contains("EGL_MESA_platform_surfaceless") { candidates.append(EGLCandidate(kind: .surfaceless)) }
    return candidates + software + [EGLCandidate(kind: .standard)]
  }

  func display() -> EGLDisplay? {
    switch kind {
    case .device(let device): eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_DEVICE_EXT), device, nil)
    case .surfaceless: eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil)
    case .standard: eglGetDisplay(nil)
    }
  }

  /// Whether Mesa was told to draw by the processor.
  static var softwareIsDemanded: Bool {
    guard let value = getenv("LIBGL_ALWAYS_SOFTWARE") else { return false }
    return ["1", "true", "yes", "y"].contains(String(cString: value).lowercased())
  }

  // Unsafe: eglGetProcAddress answers an untyped function; its type is the one that the extension's specification gives to the
  // name, taken from the header's typedef. EGL writes at most the number of devices that it is told there is room for.
  private static func devices() -> [EGLDeviceEXT] {
    typealias QueryDevices =
      @convention(c) (EGLint, UnsafeMutablePointer<EGLDeviceEXT?>?, UnsafeMutablePointer<EGLint>?) -> EGLBoolean
    guard let procedure = eglGetProcAddress("eglQueryDevicesEXT") else { return [] }
    let query = unsafeBitCast(procedure, to: QueryDevices.self)
    var found = [EGLDeviceEXT?](repeating: nil, count: 16)
    var count: EGLint = 0
    guard query(EGLint(found.count), &found, &count) == EGL_TRUE else { return [] }
    return found.prefix(max(0, min(Int(count), found.count))).compactMap { $0 }
  }

  private static func isSoftware(_ device: EGLDeviceEXT) -> Bool {
    typealias QueryDeviceString = @convention(c) (EGLDeviceEXT?, EGLint) -> UnsafePointer<CChar>?
    guard let procedure = eglGetProcAddress("eglQueryDeviceStringEXT") else { return false }
    let query = unsafeBitCast(procedure, to: QueryDeviceString.self)
    return string(query(device, EGL_EXTENSIONS)).contains("EGL_MESA_device_software")
  }

  private static func string(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}
