import OverlookFormats

/// Coordinate reference systems through PROJ, where the machine has it: those of the EPSG dataset by code, and any by WKT.
struct ProjProjection: FileProjection {
  /// "EPSG:2154", WKT, or what else PROJ understands.
  let definition: String

  /// Nil where there is no PROJ, or it does not know the system.
  init?(_ definition: String) {
    guard definition.utf8.count <= 64 << 10, let library = ProjLibrary.shared, library.knows(definition) else { return nil }
    self.definition = definition
  }

  func toDegrees(_ coordinates: inout [Double]) {
    ProjLibrary.shared?.transform(&coordinates, from: definition)
  }
}

/// The functions of <proj.h> that are used; the library is looked for when a file needs it first.
struct ProjLibrary: Sendable {
  typealias CreateContext = @Sendable @convention(c) () -> OpaquePointer?
  typealias DestroyContext = @Sendable @convention(c) (OpaquePointer?) -> OpaquePointer?
  typealias CreateTransform =
    @Sendable @convention(c) (OpaquePointer?, UnsafePointer<CChar>, UnsafePointer<CChar>, OpaquePointer?) -> OpaquePointer?
  typealias Normalize = @Sendable @convention(c) (OpaquePointer?, OpaquePointer) -> OpaquePointer?
  typealias Destroy = @Sendable @convention(c) (OpaquePointer?) -> OpaquePointer?
  typealias SetLog = @Sendable @convention(c) (OpaquePointer?, Int32) -> Int32
  typealias SetNetwork = @Sendable @convention(c) (OpaquePointer?, Int32) -> Int32
  typealias Transform =
    @Sendable @convention(c) (
      OpaquePointer, Int32, UnsafeMutablePointer<Double>?, Int, Int, UnsafeMutablePointer<Double>?, Int, Int,
      UnsafeMutablePointer<Double>?, Int, Int, UnsafeMutablePointer<Double>?, Int, Int
    ) -> Int

  private let createContext: CreateContext
  private let destroyContext: DestroyContext
  private let create: CreateTransform
  private let normalize: Normalize
  private let destroy: Destroy
  private let setLog: SetLog
  private let setNetwork: SetNetwork
  private let transformMany: Transform

  /// Nil where the machine has none of the versions from 7 on.
  static let shared: ProjLibrary? = {
    ["libproj.so.25", "libproj.so.22", "libproj.so.19", "libproj.so"].lazy.compactMap { SharedLibrary($0) }.first
      .flatMap { ProjLibrary($0) }
  }()

  private init?(_ library: SharedLibrary) {
    guard let createContext = library.function("proj_context_create", as: CreateContext.self),
      let destroyContext = library.function("proj_context_destroy", as: DestroyContext.self),
      let create = library.function("proj_create_crs_to_crs", as: CreateTransform.self),
      let normalize = library.function("proj_normalize_for_visualization", as: Normalize.self),
      let destroy = library.function("proj_destroy", as: Destroy.self),
      let setLog = library.function("proj_log_level", as: SetLog.self),
      let setNetwork = library.function("proj_context_set_enable_network", as: SetNetwork.self),
      let transformMany = library.function("proj_trans_generic", as: Transform.self)
    else { return nil }
    (self.createContext, self.destroyContext, self.create, self.normalize) = (createContext, destroyContext, create, normalize)
    (self.destroy, self.setLog, self.setNetwork, self.transformMany) = (destroy, setLog, setNetwork, transformMany)
  }

  func knows(_ definition: String) -> Bool { with(definition) { _ in true } ?? false }

  /// Numbers that have no place become infinite.
  func transform(_ coordinates: inout [Double], from definition: String) {
    let count = coordinates.count / 2
    let isDone: Bool? = with(definition) { transform in
      // Invariant: PROJ reads and writes `count` numbers from each start, 16 bytes apart, which are those of the array.
      coordinates.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress, count > 0 else { return true }
        _ = transformMany(transform, 1, start, 16, count, start + 1, 16, count, nil, 0, 0, nil, 0, 0)
        return true
      }
    }
    if isDone == nil { for index in coordinates.indices { coordinates[index] = .nan } }
  }

  /// Hands a transformation to longitude and latitude to `body`; nil where there is none. A context of its own for each use: none may
  /// be used by two threads.
  private func with<Result>(_ definition: String, _ body: (OpaquePointer) -> Result) -> Result? {
    let context = createContext()
    defer { _ = destroyContext(context) }
    _ = setLog(context, 0)
    _ = setNetwork(context, 0)
    guard let plain = create(context, definition, "OGC:CRS84", nil) else { return nil }
    defer { _ = destroy(plain) }
    guard let transform = normalize(context, plain) else { return nil }
    defer { _ = destroy(transform) }
    return body(transform)
  }
}
