import OverlookScene
import OverlookSupport
import Testing

@Suite struct SlotMapTests {
  @Test func findsWhatWasInserted() {
    var map = SlotMap<String>()
    let a = map.insert("a")
    let b = map.insert("b")
    #expect(map[a] == "a")
    #expect(map[b] == "b")
    #expect(map[slot: 1] == "b")
    #expect(map.count == 2)
  }

  @Test func aNameIsNotValidForTheNextElementInItsSlot() {
    var map = SlotMap<String>()
    let a = map.insert("a")
    let removed = map.remove(a)
    #expect(removed == "a")
    let b = map.insert("b")
    #expect(b.slot == a.slot)
    #expect(map[a] == nil)
    let removedAgain = map.remove(a)
    #expect(removedAgain == nil)
    #expect(map[b] == "b")
  }

  @Test func namesFromBeforeRemoveAllMeanNothing() {
    var map = SlotMap<Int>()
    let ids = (0..<10).map { map.insert($0) }
    map.removeAll()
    #expect(map.isEmpty)
    let again = map.insert(99)
    #expect(again.slot == 0)
    #expect(ids.allSatisfy { map[$0] == nil })
  }

  @Test func changesInPlaceOnlyWhereAnElementIs() {
    var map = SlotMap<Int>()
    let id = map.insert(1)
    let changed = map.modify(slot: Int(id.slot)) { $0 += 1 }
    #expect(changed)
    #expect(map[id] == 2)
    map.remove(id)
    let changedNothing = [Int(id.slot), 7, -1].map { slot in map.modify(slot: slot) { $0 += 1 } }
    #expect(changedNothing == [false, false, false])
    #expect(map[slot: -1] == nil)
    #expect(map.id(ofSlot: 0) == .none)
  }

  @Test func holdsWhatADictionaryHoldsAfterManySteps() {
    var generator = SeededGenerator(seed: 7)
    var map = SlotMap<UInt64>()
    var model: [SlotID: UInt64] = [:]
    for _ in 0..<5000 {
      let number = generator.next()
      if number % 3 == 0, let id = model.keys.min(by: { ($0.slot, $0.generation) < ($1.slot, $1.generation) }) {
        let (removed, expected) = (map.remove(id), model.removeValue(forKey: id))
        #expect(removed == expected)
      } else {
        model[map.insert(number)] = number
      }
    }
    #expect(map.count == model.count)
    #expect(model.allSatisfy { map[$0.key] == $0.value })
  }
}
