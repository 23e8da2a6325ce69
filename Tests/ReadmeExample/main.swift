import Overlook

let map = MapView(camera: CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 4))

let marker = Marker(position: LocationCoordinate(latitude: 60.17, longitude: 24.94))
marker.title = "Helsinki"
marker.map = map

let flight = Polyline(path: Path(encodedPath: "o}fnJ_bfwC~kzs@nn_xC~j|`A~t|aM") ?? Path())
flight.geodesic = true
flight.strokeWidth = 3
flight.map = map

try map.run()
