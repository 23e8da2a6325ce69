// Draws pictures without a window: reads lines "latitude longitude zoom file.png" and answers each with one line.
import Overlook

let map = MapView()
let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 640, height: 400), scale: 1)
defer { loop.close() }

@MainActor func answer(_ line: String) -> String {
  let words = line.split(separator: " ")
  guard words.count == 4, let latitude = Double(words[0]), let longitude = Double(words[1]), let zoom = Double(words[2]) else {
    return "error: latitude longitude zoom file.png"
  }
  let camera = CameraPosition(latitude: latitude, longitude: longitude, zoom: zoom)
  guard camera.isValid else { return "error: \(line) names no camera" }
  map.camera = camera
  guard let picture = loop.picture(of: map, timeoutSeconds: 20) else { return "error: the driver did not hand out the picture" }
  if let fault = map.graphicsError ?? map.baseMapError { return "error: \(fault)" }
  do {
    try picture.writePNG(to: String(words[3]))
    return "done: \(words[3])"
  } catch {
    return "error: \(error)"
  }
}

while let line = readLine() { print(answer(line)) }
