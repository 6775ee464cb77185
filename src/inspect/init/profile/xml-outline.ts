import { conceptsOf, type Concept } from '../words/concepts.js';
import type { FormatGuess } from './format-guess.js';

/** An element path of a file, with its number of occurrences. */
interface Outline {
  name: string;
  path: string;
  count: number;
  /** Largest number within one parent. */
  mostTogether: number;
  attributes: Set<string>;
  children: Map<string, Outline>;
}

/**
 * Detects the record elements: the deepest repeated elements that still hold most of the listing concepts, or else most of the names. Null:
 * not XML, or elements that hold nothing.
 */
export function guessXml(text: string): FormatGuess | null {
  const root = outlineOf(text);
  if (root === null) return null;
  const records = recordsBelow(root);
  if (records.every((record) => namesBelow(record).size === 0)) return null;
  const names = records.map(({ path }) => path);
  return {
    format: {
      container: 'xml',
      root: root.name,
      records: names.length === 1 ? (names[0] ?? root.name) : names,
    },
    about: `XML, one ${shown(records.map(({ name }) => `<${name}>`))} for each listing (${shown(names)})`,
    doubts:
      records.reduce((sum, { count }) => sum + count, 0) === 1
        ? ['The file holds only one record, so it cannot prove that the right element was chosen.']
        : [],
  };
}

function shown(names: readonly string[]): string {
  return names.length <= 4
    ? names.join(', ')
    : `${names.slice(0, 3).join(', ')} and ${names.length - 3} others`;
}

/** The encoding in the XML declaration; null: none. */
export function declaredXmlEncoding(head: Buffer): string | null {
  return (
    /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']+)["']/.exec(
      head.toString('latin1', 0, 1024).replace(/^ï»¿/, ''),
    )?.[1] ?? null
  );
}

const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>|<\/[^>]*>|<[^\s/>!?][^>]*>/g;

/** The outline of a file or of its beginning. Elements that are still open at the end count as closed. */
function outlineOf(text: string): Outline | null {
  let root: Outline | null = null;
  const open: { node: Outline; children: Map<string, number> }[] = [];
  for (const [tag] of text.matchAll(token)) {
    if (/^<[!?]/.test(tag)) continue;
    if (tag.startsWith('</')) {
      open.pop();
      continue;
    }
    const parent = open.at(-1);
    const name = localName(/^<([^\s/>]+)/.exec(tag)?.[1] ?? '');
    if (parent === undefined && root !== null) break;
    const node = enter(parent?.node ?? null, name);
    root ??= node;
    if (parent) {
      const together = (parent.children.get(name) ?? 0) + 1;
      parent.children.set(name, together);
      node.mostTogether = Math.max(node.mostTogether, together);
    }
    readAttributes(tag, node, parent?.node ?? node);
    if (!tag.endsWith('/>')) open.push({ node, children: new Map() });
  }
  return root;
}

function enter(parent: Outline | null, name: string): Outline {
  const known = parent?.children.get(name);
  const node = known ?? {
    name,
    path: parent === null ? name : `${parent.path}/${name}`,
    count: 0,
    mostTogether: 1,
    attributes: new Set<string>(),
    children: new Map<string, Outline>(),
  };
  node.count += 1;
  parent?.children.set(name, node);
  return node;
}

/** Adds the attributes of a tag. The name of a pair (`<param nazwa="cena">`) counts as an attribute of the parent. */
function readAttributes(tag: string, node: Outline, parent: Outline): void {
  for (const [, name = '', double, single] of tag.matchAll(/([^\s=<>/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (name.startsWith('xmlns') || name.includes(':')) continue;
    node.attributes.add(name);
    if (pairNames.test(name)) parent.attributes.add((double ?? single ?? '').trim());
  }
}

/** Attributes that name the value of their element. */
export const pairNames =
  /^(name|nazwa|naziv|ime|kljuc|nombre|nome|nom|bezeichnung|key|feldname|attribute|label|parametar|osobina)$/i;

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Concepts by which an element is recognised as a record. */
const recordConcepts: readonly Concept[] = [
  'id',
  'price',
  'rent',
  'area',
  'plot_area',
  'category',
  'transaction',
  'title',
  'description',
  'city',
  'address',
  'lat',
  'photos',
  'rooms',
  'bedrooms',
  'floor',
  'heating',
  'updated',
];

function conceptsBelow(node: Outline, found = new Set<Concept>(), depth = 0): Set<Concept> {
  if (depth > 8) return found;
  const names = [...node.attributes, ...node.children.keys()];
  for (const name of names)
    for (const [concept, score] of conceptsOf(name))
      if (score >= 0.8 && recordConcepts.includes(concept)) found.add(concept);
  for (const child of node.children.values()) conceptsBelow(child, found, depth + 1);
  return found;
}

/** The record elements: by known names, or, where those lead to no repeated element, by how many names an element holds. */
function recordsBelow(root: Outline): Outline[] {
  const found = recordsByConcepts(root);
  const [first] = found;
  if (first !== undefined && (isRepeated(first) || found.length > 1)) return found;
  const record = recordByNames(root);
  return record === null ? found : alike(record, root);
}

/** An element that holds fewer names of attributes and leaves is no listing. */
const namesMin = 4;

/**
 * The repeated element that holds most of the file's different names; of several with as many, the outermost. Where none is repeated, the
 * first element below the root that holds that many. Null: there is none, or the root holds them itself.
 */
function recordByNames(root: Outline): Outline | null {
  const all = nodesBelow(root).filter((node) => node !== root);
  const whole = namesBelow(root).size;
  const repeated = all
    .filter((node) => isRepeated(node) && namesBelow(node).size >= Math.max(namesMin, whole * 0.5))
    .sort((a, b) => namesBelow(b).size - namesBelow(a).size || depthOf(a) - depthOf(b));
  const [best] = repeated;
  if (best !== undefined) return best;
  const leaves = (node: Outline): number => [...node.children.values()].filter(isLeaf).length;
  if (leaves(root) >= namesMin) return null;
  return all.find((node) => leaves(node) >= namesMin && namesBelow(node).size >= whole * 0.5) ?? null;
}

function nodesBelow(node: Outline): Outline[] {
  return [node, ...[...node.children.values()].flatMap(nodesBelow)];
}

function isLeaf(node: Outline): boolean {
  return node.children.size === 0;
}

function depthOf({ path }: Outline): number {
  return path.split('/').length;
}

/** The different names of attributes and of elements without children, as paths below the element. */
function namesBelow(node: Outline): Set<string> {
  const below = nodesBelow(node);
  const at = (one: Outline): string => one.path.slice(node.path.length);
  return new Set(
    below.flatMap((one) => [
      ...(one !== node && isLeaf(one) ? [at(one)] : []),
      ...[...one.attributes].map((name) => `${at(one)}@${name}`),
    ]),
  );
}

function recordsByConcepts(root: Outline): Outline[] {
  let node = root;
  for (;;) {
    const children = [...node.children.values()].map((child) => ({
      child,
      concepts: conceptsBelow(child).size,
    }));
    const best = Math.max(0, ...children.map(({ concepts }) => concepts));
    const whole = conceptsBelow(node).size;
    const isRecord =
      isRepeated(node) &&
      children.every(({ child }) => child.mostTogether === 1 || conceptsBelow(child).size < whole * 0.6);
    if (isRecord || best < 3 || best < whole * 0.5) return alike(node, root);
    const [next] = children
      .filter(({ concepts }) => concepts === best)
      .sort((a, b) => b.child.count - a.child.count);
    if (next === undefined) return [node];
    node = next.child;
  }
}

function isRepeated(node: Outline): boolean {
  return node.count > 1;
}

/**
 * The record with the other elements that are records: siblings with similar concepts (REAXML has an element for each category), and
 * elements as deep as the record with similar names (sales in one list, rents in another).
 */
function alike(record: Outline, root: Outline): Outline[] {
  if (record === root) return [record];
  const parentOf = ({ path }: Outline): string => path.slice(0, path.lastIndexOf('/'));
  const [concepts, names] = [conceptsBelow(record).size, namesBelow(record)];
  const others = nodesBelow(root).filter(
    (node) =>
      node !== record &&
      depthOf(node) === depthOf(record) &&
      ((parentOf(node) === parentOf(record) &&
        // An element that stands there once may be the header of the file.
        isRepeated(node) &&
        conceptsBelow(node).size >= Math.max(4, concepts * 0.5)) ||
        sharesNames(namesBelow(node), names)),
  );
  return [record, ...others].sort((a, b) => b.count - a.count);
}

/** Whether most names of the smaller element are names of the other: sales beside rents. */
function sharesNames(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = [...one].filter((name) => other.has(name)).length;
  return common >= namesMin && common >= Math.min(one.size, other.size) * 0.6;
}
