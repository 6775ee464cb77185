import type { RecordValue } from '../../model/record.js';
import { photoUrlProblem } from '../../wire/public-url.js';
import type { Compiler } from './compiler.js';
import type { YamlPath } from '../language/mapping-errors.js';
import type { PhotosInput } from '../language/mapping-schema.js';
import { numberedMembers, textOf, type RelativePath } from '../language/path.js';
import type { Report } from '../language/scope.js';
import { photoAddresses } from '../../core/content/photo-addresses.js';
import { isNoPhoto, isPlanFile, kindLengthMax, namesNoPhoto, namesPlan } from '../values/photo-kinds.js';
import { cleanMarkup } from '../values/html.js';
import { tidyLine } from '../values/text.js';
import { isInsecure, normaliseUrl } from '../values/urls.js';

/** One image of the record. */
export interface Slot {
  node: RecordValue;
  /** The address as the feed writes it; empty for an empty slot. */
  written: string;
  /** The address as it is sent to the portal. */
  url: string;
  caption: string;
  /** The number by which images are sorted; NaN if there is none. */
  position: number;
  isPlan: boolean;
  /** It is a PDF, another document or a video. */
  isOther: boolean;
  /** The feed writes the address with http or without a scheme. */
  isUpgraded: boolean;
}

/** A reader of the slots of one node: one for each address, and one without an address for an empty node. */
export function slotReader(
  input: PhotosInput,
  compiler: Compiler,
  at: YamlPath,
): (node: RecordValue, isPlan: boolean) => readonly Slot[] {
  const pathAt = (key: 'caption' | 'order'): RelativePath | null => {
    const text = input[key];
    return text === undefined ? null : compiler.relativePath(text, [...at, key]);
  };
  const url = compiler.relativePath(input.url, [...at, 'url']);
  const caption = pathAt('caption');
  const order = pathAt('order');
  const read = (relative: RelativePath | null, node: RecordValue): string =>
    relative ? tidyLine(textOf(relative(node)[0] ?? '')) : '';
  const whole = absoluteUrl(input.base_url);
  const readOne = (node: RecordValue, isPlan: boolean): Slot[] => {
    const told = kindOf(node);
    return photoAddresses(addressIn(node, read(url, node))).map((written) => {
      const address = whole(written);
      const sent = normaliseUrl(address, true);
      return {
        node,
        written,
        url: sent,
        isUpgraded: isInsecure(address),
        caption: caption === null ? '' : cleanMarkup(read(caption, node), { html: true }),
        position: order === null ? NaN : Number(read(order, node) || NaN),
        isPlan: isPlan || told === 'plan' || isPlanFile(written),
        isOther: told === 'other' || isNoPhoto(sent),
      };
    });
  };
  return (node, isPlan) => {
    const members = numberedMembers(node);
    return members === null ? readOne(node, isPlan) : members.flat().flatMap((one) => readOne(one, isPlan));
  };
}

/** The text that holds a node's address: what the mapping's path found, or the node itself where a list of objects holds a plain address. */
function addressIn(node: RecordValue, found: string): string {
  return found === '' && typeof node === 'string' && /^\s*(?:https?:)?\/\//i.test(node)
    ? tidyLine(node)
    : found;
}

/** Resolves a relative address, such as a file name, against the base. An absolute address stays as it is. */
function absoluteUrl(base: string | undefined): (written: string) => string {
  if (base === undefined) return (written) => written;
  const folder = base.endsWith('/') ? base : `${base}/`;
  return (written) =>
    written === '' || /^[a-z][a-z\d+.-]*:/i.test(written) || !URL.canParse(written, folder)
      ? written
      : new URL(written, folder).href;
}

/** Sorts by number. Slots without a number follow at the end, in their order. */
export function byPosition(a: Slot, b: Slot): number {
  if (Number.isNaN(a.position) || Number.isNaN(b.position))
    return Number(Number.isNaN(a.position)) - Number(Number.isNaN(b.position));
  return a.position - b.position;
}

/** The order of the photos: the main one first if exactly one is marked so, and floor plans last (RULES R157, R158). */
export function inOrder(slots: readonly Slot[], marked: ReadonlySet<string>): Slot[] {
  const led = marked.size === 1 ? markedFirst(slots, marked) : slots;
  return [...led.filter(({ isPlan }) => !isPlan), ...led.filter(({ isPlan }) => isPlan)];
}

/** The slots with a marked address first. Both groups keep their order. */
export function markedFirst(slots: readonly Slot[], marked: ReadonlySet<string>): Slot[] {
  return [...slots.filter(({ url }) => marked.has(url)), ...slots.filter(({ url }) => !marked.has(url))];
}

/** The slots with usable URLs, each URL once. Reports the others, one problem for each kind. */
export function withoutUseless(slots: readonly Slot[], report: Report): Slot[] {
  const kept = new Map<string, Slot>();
  const repeated: Slot[] = [];
  const unusable: { slot: Slot; problem: string }[] = [];
  for (const slot of slots) {
    const problem = photoUrlProblem(slot.url);
    if (problem !== null) unusable.push({ slot, problem });
    else if (kept.has(slot.url)) repeated.push(slot);
    else kept.set(slot.url, slot);
  }
  const [first] = unusable;
  reportDropped(repeated, 'because the feed lists the same address more than once', report);
  if (first)
    reportDropped(
      unusable.map(({ slot }) => slot),
      `the address ${first.problem}`,
      report,
    );
  return [...kept.values()];
}

/** The slots that are photos. Reports documents and videos. */
export function onlyPhotos(slots: readonly Slot[], report: Report): readonly Slot[] {
  const others = slots.filter(({ isOther }) => isOther);
  if (others.length === 0) return slots;
  reportDropped(others, 'a PDF, another document or a video is not a photo', report);
  return slots.filter(({ isOther }) => !isOther);
}

function reportDropped(slots: readonly Slot[], why: string, report: Report): void {
  const [first] = slots;
  if (first === undefined) return;
  const photos = slots.length === 1 ? 'One photo is' : `${slots.length} photos are`;
  const separator = why.startsWith('because') ? ',' : ':';
  report({ code: 'photo_dropped', message: `${photos} left out${separator} ${why}.`, value: first.written });
}

/** What the members of an image say that it shows. An image that is an address alone says nothing. */
function kindOf(node: RecordValue): 'plan' | 'other' | null {
  if (typeof node === 'string' || Array.isArray(node)) return null;
  let isPlan = false;
  for (const [name, text] of Object.entries(node)) {
    if (typeof text !== 'string' || text.length > kindLengthMax) continue;
    if (namesNoPhoto(text)) return 'other';
    isPlan ||= tellsPlan(name, text);
  }
  return isPlan ? 'plan' : null;
}

/** Whether a member of an image says that it shows a floor plan: by a word, or by a name with a yes. */
function tellsPlan(name: string, text: string): boolean {
  return (
    namesPlan(text) ||
    (/^\s*(?:1|true|yes|y|da)\s*$/i.test(text) && namesPlan(name.replace(/^@?(?:is)?/i, '')))
  );
}
