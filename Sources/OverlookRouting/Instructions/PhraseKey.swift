/// What a sentence tells; a language has one template for each.
enum PhraseKey: String, CaseIterable, Sendable {
  case depart, turn, goStraight, uturn, newName, bear, stay, stayTurning, merge, mergeSide, ramp, rampSide, exit, exitSide, fork
  case forkStraight, endOfRoad, endStraight, roundabout, roundaboutExit, rotary, rotaryExit, leaveRoundabout, notification, ferry
  case arrive, arriveSide, arriveAhead, stop, stopSide
}
