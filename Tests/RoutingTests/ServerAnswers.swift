import OverlookGeometry

/// Answers of the three servers for one way through the town: off, left into another street past lanes, there.
enum ServerAnswers {
  private static let places = TestRequest.places

  static let osrm = """
    {"code":"Ok","routes":[{"distance":900.5,"duration":120.25,"weight":1,"weight_name":"routability","legs":[{"summary":"",
    "distance":900.5,"duration":120.25,"weight":1,"annotation":{"maxspeed":[{"speed":50,"unit":"km/h"},{"unknown":true},{"speed":20,
    "unit":"mph"}]},"steps":[
    {"geometry":\(encoded(places[0...2])),"maneuver":{"type":"depart","location":[13.25,53.55],"bearing_before":0,"bearing_after":50},
    "mode":"driving","name":"Ringstraße","ref":"B 96","distance":500.5,"duration":60.25,"intersections":[]},
    {"geometry":\(encoded(places[2...3])),"maneuver":{"type":"turn","modifier":"left","location":[13.256,53.552],"bearing_before":67,
    "bearing_after":8},"mode":"driving","name":"Weg","destinations":"A 20: Berlin, Rostock","exits":"12a","distance":400,
    "duration":60,"intersections":[{"location":[13.256,53.552],"lanes":[{"valid":true,"indications":["left"]},{"valid":true,
    "active":false,"indications":["straight","left"]},{"valid":false,"indications":["none"]}]}]},
    {"geometry":\(encoded([places[3], places[3]])),"maneuver":{"type":"arrive","modifier":"right","location":[13.257,53.556],
    "bearing_before":8,"bearing_after":0},"mode":"driving","name":"Weg","distance":0,"duration":0}]}]}],"waypoints":[]}
    """

  static let valhalla = """
    {"trip":{"locations":[],"units":"kilometers","language":"de-DE","status":0,"status_message":"Found route","summary":{"time":120.25,
    "length":0.9005},"legs":[{"shape":\(encoded(places)),"summary":{"time":120.25,"length":0.9005},"maneuvers":[
    {"type":1,"instruction":"Los!","street_names":["Ringstraße","B 96"],"time":60.25,"length":0.5005,"begin_shape_index":0,
    "end_shape_index":2,"bearing_after":50},
    {"type":15,"instruction":"Links!","street_names":["Weg"],"time":60,"length":0.4,"begin_shape_index":2,"end_shape_index":3,
    "bearing_before":67,"bearing_after":8,"sign":{"exit_number_elements":[{"text":"12a"}],"exit_toward_elements":[{"text":"Berlin"},
    {"text":"Rostock"}]},"lanes":[{"directions":8,"valid":8,"active":8},{"directions":10,"valid":8},{"directions":1}]},
    {"type":5,"instruction":"Da!","time":0,"length":0,"begin_shape_index":3,"end_shape_index":3}]}]}}
    """

  static let graphHopper = """
    {"paths":[{"distance":900.5,"time":120250,"points_encoded":true,"points":\(encoded(places, .five)),
    "details":{"max_speed":[[0,2,50.0],[2,3,null]],"road_environment":[[0,2,"road"],[2,3,"ferry"]]},"instructions":[
    {"sign":0,"interval":[0,2],"text":"Los!","street_name":"Ringstraße","street_ref":"B 96","distance":500.5,"time":60250},
    {"sign":-2,"interval":[2,3],"text":"Links!","street_name":"Weg","street_destination":"Berlin, Rostock","distance":400,"time":60000},
    {"sign":4,"interval":[3,3],"text":"Da!","street_name":"","distance":0,"time":0}]}],"info":{"copyrights":[]}}
    """
}
