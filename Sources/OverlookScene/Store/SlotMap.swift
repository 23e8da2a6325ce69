/// Names one element of a `SlotMap` for as long as it lives: the slot is used again after a removal, the generation is not.
package struct SlotID: Hashable, Sendable, BitwiseCopyable {
  package let slot: Int32
  package let generation: UInt32

  package init(slot: Int32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }

  /// Names nothing, in any map.
  package static let none = SlotID(slot: -1, generation: 0)
}

/// Elements in numbered slots: insert, remove and look up in constant time; slots are small numbers that can index arrays and bit
/// sets.
///
/// A slot keeps its number while its element lives. Free slots are used again, the last freed first. It lies in the module of its
/// tables, because the compiler specialises `package` generics only where they are declared: across modules a look-up costs ten
/// times as much.
package struct SlotMap<Element> {
  /// By slot; nil where a slot is free.
  package private(set) var elements = ContiguousArray<Element?>()
  private var generations = ContiguousArray<UInt32>()
  private var freeSlots = ContiguousArray<Int32>()
  /// Elements in the map.
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// One more than the highest slot ever used since the map was last emptied.
  package var slotCount: Int { elements.count }

  package mutating func insert(_ element: Element) -> SlotID {
    count += 1
    if let slot = freeSlots.popLast() {
      elements[Int(slot)] = element
      return SlotID(slot: slot, generation: generations[Int(slot)])
    }
    elements.append(element)
    generations.append(1)
    return SlotID(slot: Int32(elements.count - 1), generation: 1)
  }

  /// The element that was removed; nil when `id` names none.
  @discardableResult
  package mutating func remove(_ id: SlotID) -> Element? {
    guard contains(id) else { return nil }
    let slot = Int(id.slot)
    let element = elements[slot]
    elements[slot] = nil
    generations[slot] &+= 1
    freeSlots.append(id.slot)
    count -= 1
    return element
  }

  /// Removes every element; ids from before stay without meaning.
  package mutating func removeAll() {
    freeSlots.removeAll(keepingCapacity: true)
    for slot in elements.indices.reversed() {
      if elements[slot] != nil { generations[slot] &+= 1 }
      elements[slot] = nil
      freeSlots.append(Int32(slot))
    }
    count = 0
  }

  package func contains(_ id: SlotID) -> Bool {
    let slot = Int(id.slot)
    return elements.indices.contains(slot) && generations[slot] == id.generation && elements[slot] != nil
  }

  package subscript(id: SlotID) -> Element? {
    contains(id) ? elements[Int(id.slot)] : nil
  }

  /// The element in `slot`; nil when the slot is free or was never used.
  package subscript(slot slot: Int) -> Element? {
    elements.indices.contains(slot) ? elements[slot] : nil
  }

  /// Changes the element in `slot` in place. False, and nothing happens, when there is none.
  @discardableResult
  package mutating func modify(slot: Int, _ change: (inout Element) -> Void) -> Bool {
    guard elements.indices.contains(slot), var element = elements[slot].take() else { return false }
    change(&element)
    elements[slot] = element
    return true
  }

  /// The name of the element in `slot`; `.none` when there is none.
  package func id(ofSlot slot: Int) -> SlotID {
    guard elements.indices.contains(slot), elements[slot] != nil else { return .none }
    return SlotID(slot: Int32(slot), generation: generations[slot])
  }
}

extension SlotMap: Sendable where Element: Sendable {}
