internal import Foundation
internal import OverlookFormats

/// Looks at each byte of a region.
package enum RegionCheck {
  /// What is wrong with it, nothing when it is whole. `progress` is told how much is done, 0 ... 1.
  package static func faults(of region: Region, progress: (Double) -> Void = { _ in }) -> [String] {
    var faults: [String] = []
    let files = region.description.files.sorted { $0.key < $1.key }
    for (index, (name, file)) in files.enumerated() {
      progress(Double(index) / Double(files.count))
      let path = "\(region.folder)/\(name)"
      do throws(FormatError) {
        let (size, digest) = try FileDigest.sha256(path)
        if size != file.size {
          faults.append("\(path): it has \(size) bytes, and should have \(file.size)")
        } else if digest != file.sha256 {
          faults.append("\(path): its bytes are not those that were made (checksum)")
        }
      } catch {
        faults.append("\(error)")
      }
    }
    if region.tilesPath == nil { faults.append("\(region.folder): it has no tiles") }
    progress(1)
    return faults
  }
}
