package import OverlookGPU
package import OverlookLayout
import OverlookStyle

/// The table of `PaintColumns` in the driver's memory, and the uniforms that go with it.
@MainActor package final class StyleRows {
  private var buffer: GPUTexelBuffer?
  private var version: BucketID?
  /// Names of the uniforms that mix the values of two zooms, with their properties.
  private let mixed: [(uniform: String, name: StylePropertyName)]

  package init(_ device: GPUDevice, _ columns: PaintColumns) throws(GPUError) {
    mixed = columns.columns.filter(\.isComposite).map { ("u_t_" + PaintColumns.shaderName($0.name), $0.name) }
    guard !columns.isEmpty else { return }
    buffer = GPUTexelBuffer(device, format: .float4, label: "paint of features")
    try update(columns)
  }

  /// Takes over what changed.
  package func update(_ columns: PaintColumns) throws(GPUError) {
    guard !columns.isEmpty, version != columns.version else { return }
    try buffer?.buffer.replace(columns.values)
    version = columns.version
  }

  /// Makes the rows readable for `program`, mixed for `zoom`; the program's text begins with `columns.shaderText`.
  package func bind(
    _ program: StyleProgram, _ columns: PaintColumns, _ properties: LayerProperties, _ tile: OverscaledTile, zoom: Double
  ) {
    buffer?.bind(unit: StyleProgram.rowsUnit)
    let tileZoom = Double(tile.overscaledZ)
    for (uniform, name) in mixed {
      program.set(named: uniform, Float(properties.zoomFraction(name, zoom: zoom, from: tileZoom, to: tileZoom + 1)))
    }
  }
}
