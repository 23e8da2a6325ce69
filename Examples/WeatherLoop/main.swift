// Pictures over time: rain out of a formula, with a slider, a legend and the choice of colours.
import Overlook

let map = MapView(camera: CameraPosition(latitude: 54.5, longitude: -3.5, zoom: 5))
// TimedOverlayCatalogue.open("https://host/weather-maps.json", for: map) reads what a weather service offers.
let rain = TimedOverlay(catalogue: .rainField(frameCount: 12, side: 256))
rain.onChange = { overlay in
  if let frame = overlay.frame { print("shown: \(frame.timeStep), \(frame.state)") }
}
rain.opacity = 0.8
rain.map = map
rain.play()
try map.run(title: "Weather loop")
