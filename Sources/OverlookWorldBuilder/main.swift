import Foundation
import OverlookFormats

// Paints the embedded world and writes it as a PMTiles file.
//
//     overlook-build-world SOURCE OUTPUT
//
// SOURCE is the `data` folder of Marble (`usr/share/marble/data` of the Debian package marble-qt-data).

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let source = arguments.first, let output = arguments.last else {
  FileHandle.standardError.write(Data("usage: overlook-build-world SOURCE OUTPUT\n".utf8))
  exit(2)
}

do {
  let painter = try WorldPainter(source: WorldSource(folder: source))
  let file = try TilePyramid(painter: painter).archive { step in print(step) }
  try Data(file).write(to: URL(fileURLWithPath: output), options: .atomic)
  print("\(output): \(file.count) bytes")
} catch {
  FileHandle.standardError.write(Data("overlook-build-world: error: \(error)\n".utf8))
  exit(1)
}
