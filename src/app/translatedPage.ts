// Lets the app go on in a page that the browser translates.
//
// A translator takes each text out of the page and puts an element with its own words in its place. React still holds
// the text: it changes it where nobody sees it, and throws when it removes it or puts something before it. So what
// stands for a text is remembered: it goes when the text goes, and gives way when the app changes the text.

/** What stands for a text, while the text is out of the page. */
const standIns = new WeakMap<Text, ChildNode>()
/** The text for which something stands. */
const originals = new WeakMap<Node, Text>()

/** Call once, before the app draws. */
export function keepTranslatable(page: Node): void {
  const watcher = new MutationObserver(note)

  function note(records: readonly MutationRecord[]): void {
    for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') findStandIn(target)?.replaceWith(target)
      for (const node of removedNodes) {
        if (node.isConnected) continue
        // the element goes too, when a person asks for the page's own language again
        const original = node instanceof Text ? node : originals.get(node)
        const standIn = [...addedNodes, previousSibling, nextSibling].find((near) => isStandIn(near, node))
        if (original === undefined || standIn === undefined) continue
        standIns.set(original, standIn as ChildNode)
        originals.set(standIn as ChildNode, original)
        watcher.observe(original, { characterData: true })
      }
    }
  }

  /** Undefined while the node itself is in the page. */
  function findStandIn(node: Node): ChildNode | undefined {
    if (!(node instanceof Text) || node.isConnected) return undefined
    const standIn = standIns.get(node)
    return standIn?.isConnected ? standIn : undefined
  }

  /** The node itself, or what stands for it in this parent. */
  function findHere(parent: Node, node: Node): Node {
    if (node.parentNode === parent) return node
    note(watcher.takeRecords()) // of a translator that has just been here
    const standIn = findStandIn(node)
    return standIn?.parentNode === parent ? standIn : node
  }

  const { removeChild, insertBefore, appendChild } = Node.prototype
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    const here = findHere(this, child)
    removeChild.call(this, here)
    return child
  }
  Node.prototype.insertBefore = function insert<T extends Node>(
    this: Node,
    child: T,
    before: Node | null,
  ): T {
    const here = before === null ? null : findHere(this, before)
    findStandIn(child)?.remove()
    return insertBefore.call(this, child, here) as T
  }
  Node.prototype.appendChild = function append<T extends Node>(this: Node, child: T): T {
    findStandIn(child)?.remove()
    return appendChild.call(this, child) as T
  }
  watcher.observe(page, { childList: true, subtree: true })
}

/** Translators use this element. Only in its place a text is a stand-in too. */
function isStandIn(node: Node | null, removed: Node): boolean {
  return node?.nodeName === 'FONT' || (node instanceof Text && originals.has(removed))
}
