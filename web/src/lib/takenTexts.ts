/**
 * Lets React live with a translator. React holds the text nodes that it has drawn. A browser's translator takes them out
 * of the page and puts `font` elements in their place. React then writes into texts that nobody sees, and throws when it
 * is to remove such a text or to put something before it (https://github.com/facebook/react/issues/11538).
 *
 * So whatever stands in for a text is noted. As soon as React wants something of the text, it is back in its place; the
 * translator sees it as new, and translates it again.
 * Why: docs/decisions/2026-11-25-texts-that-a-translator-takes.md
 */

interface Replacement {
  texts: readonly Text[];
  standIns: readonly ChildNode[];
}
const byText = new WeakMap<Node, Replacement>();
const byStandIn = new WeakMap<Node, Replacement>();

/** Some translators add their element first and take the text out, or into it, afterwards. */
const besides = ({ previousSibling, nextSibling }: MutationRecord): ChildNode[] =>
  [previousSibling, nextSibling].filter(
    (node): node is HTMLElement => node instanceof HTMLElement && node.matches('font') && !byStandIn.has(node),
  );

/**
 * React itself never takes a text out and puts something in, in one step.
 *
 * @param moved what was in the page before: it stands in for nothing
 */
function noteReplaced(record: MutationRecord, moved: ReadonlySet<Node>): void {
  const [removed, added] = [[...record.removedNodes], [...record.addedNodes] as ChildNode[]];
  /** A translator has it within its own element already. */
  const isTaken = (text: Text) => byText.get(text)?.standIns.some((standIn) => standIn.contains(record.target));
  const texts = removed
    .flatMap((node) => (node instanceof Text ? [node] : (byStandIn.get(node)?.texts ?? [])))
    .filter((text) => !isTaken(text));
  const came = added.filter((node) => !removed.includes(node) && !moved.has(node));
  const standIns = added.length > 0 ? came : besides(record).slice(0, 1);
  // The page is shown in its own language again.
  if (texts.some((text) => added.includes(text))) for (const text of texts) byText.delete(text);
  else if (texts.length > 0 && standIns.length > 0) {
    const replacement = { texts, standIns };
    for (const standIn of standIns) byStandIn.set(standIn, replacement);
    for (const text of texts) {
      byText.set(text, replacement);
      changes.observe(text, { characterData: true });
    }
  }
}

function follow(records: MutationRecord[]): void {
  const moved = new Set<Node>();
  for (const record of records) {
    if (record.type === 'childList') noteReplaced(record, moved);
    for (const node of record.removedNodes) moved.add(node);
  }
  for (const { type, target } of records) if (type === 'characterData' && !target.isConnected) giveBack(target);
}

const changes = new MutationObserver(follow);

/** Puts a text back that was taken out, with those that were taken out together with it. */
function giveBack(node: Node): void {
  follow(changes.takeRecords());
  const replacement = byText.get(node);
  if (!replacement) return;
  const { texts, standIns } = replacement;
  for (const text of texts) byText.delete(text);
  standIns.find(({ parentNode }) => parentNode)?.before(...texts);
  for (const standIn of standIns) standIn.remove();
}

/** Called once, before React draws. From then on React removes and places nodes as it would in a page of its own. */
export function guardTexts(): void {
  const { removeChild, insertBefore, appendChild } = Node.prototype;

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode !== this) giveBack(child);
    const parent = child.parentNode ?? this;
    return child.parentNode ? (removeChild.call(parent, child) as T) : child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (node instanceof Text) giveBack(node);
    if (before && before.parentNode !== this) giveBack(before);
    return insertBefore.call(this, node, before?.parentNode === this ? before : null) as T;
  };
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    if (node instanceof Text) giveBack(node);
    return appendChild.call(this, node) as T;
  };
  changes.observe(document.documentElement, { childList: true, subtree: true });
}
