/// What guidance says around the sentences of steps, and beside them; a language has one template for each.
enum GuidanceKey: String, CaseIterable, Sendable {
  /// A step some way ahead, one that is due, and one that follows another at once.
  case ahead, now, then
  /// How long the road is followed.
  case follow
  case arriveIn, stopIn, thenArrive, thenStop
  /// What lies ahead at the end of a leg, as it is shown beside the distance to it.
  case destination, stop
  case leftLane, middleLane, rightLane, leftLanes, middleLanes, rightLanes
  case offRoute, newRoute, fasterRoute, wrongWay, speeding
  case congestion, accident, roadworks, closure, danger, speedCamera
  case signalLost, signalFound
}
