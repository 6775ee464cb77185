import type { RecordValue } from '../../model/record.js';
import * as limits from '../../wire/limits.js';
import { photoUrlProblem } from '../../wire/public-url.js';
import type { Compiler } from './compiler.js';
import type { ImageCondition } from './conditions.js';
import { fitText } from './conversions.js';
import { underPolicy } from '../language/feed-policies.js';
import type { YamlPath } from '../language/mapping-errors.js';
import type { PhotosInput } from '../language/mapping-schema.js';
import { numberedMembers, textOf, type RelativePath } from '../language/path.js';
import { splitter } from './refine.js';
import type { Report, Scope } from '../language/scope.js';
import { wordConversion } from './words.js';
import { photoAddresses } from '../values/photo-addresses.js';
import { cleanMarkup, tidyLine } from '../values/text.js';
import { normaliseUrl } from '../values/urls.js';

interface Photo {
  url: string;
  caption?: string;
  room_type?: string;
}

/**
 * Reads the photos of a record, at most `max`. The first is the cover.
 * @param reportRoom receives the problems with room types
 */
export type PhotoReader = (scope: Scope, max: number, report: Report, reportRoom: Report) => Photo[];

/**
 * Compiles `photos:`. The reader skips empty slots and placeholders. It leaves out repeated photos, and URLs that the portal would refuse,
 * with one warning for each of the two kinds. Photos over `max:`, the portal's limit or the agency's plan are left out without a warning,
 * as the portal would do.
 */
export function compilePhotos(input: PhotosInput, compiler: Compiler, at: YamlPath): PhotoReader {
  const paths = [input.from].flat().map((path) => compiler.path(path, [...at, 'from']));
  const split = splitter([input.split ?? []].flat());
  const readSlots = slotReader(input, compiler, at);
  const condition = (text: string | undefined, key: string): ImageCondition | null =>
    text === undefined ? null : compiler.imageCondition(text, [...at, key]);
  const when = condition(input.when, 'when');
  const first = condition(input.first, 'first');
  const isPlaceholder = placeholderTest(input.skip ?? [], compiler);
  const max = Math.min(limits.photosMax, input.max ?? limits.photosMax);
  const roomOf = input.room_type === undefined ? null : compileRoom(input.room_type, compiler, at);
  return (scope, planMax, report, reportRoom) => {
    const slots = paths
      .flatMap((path) => path.select(scope.record))
      .flatMap((node) => (input.split === undefined ? [node] : split(textOf(node))))
      .flatMap(readSlots);
    if (input.order !== undefined) slots.sort(byPosition);
    const meant = slots.filter(
      ({ written, url, node }) =>
        written !== '' && !isPlaceholder(url) && (!when || when(scope, report, written, node)),
    );
    if (first) bringForward(meant, ({ written, node }) => first(scope, report, written, node));
    const photos = withoutUseless(meant, report).slice(0, Math.max(0, Math.min(max, planMax)));
    scope.trace?.push({
      path: 'photos',
      source: paths.map((path) => path.text).join(', '),
      raw: meant[0]?.written ?? null,
      rule: `${slots.length} slots, ${meant.length} filled`,
      result: photos.length,
    });
    return photos.map((slot) => {
      const photo = toPhoto(slot, report);
      const room = roomOf?.(slot.node, scope, reportRoom) ?? null;
      return room === null ? photo : { ...photo, room_type: room };
    });
  };
}

/** A reader of a photo's room type: the first of its words that is a room type of the portal. */
function compileRoom(
  input: NonNullable<PhotosInput['room_type']>,
  compiler: Compiler,
  at: YamlPath,
): (node: RecordValue, scope: Scope, report: Report) => string | null {
  const place = [...at, 'room_type'];
  const kind = { kind: 'word', vocabulary: 'room_type' } as const;
  const written = typeof input === 'string' ? { from: input } : input;
  const rule = underPolicy(written, { name: 'photos.room_type', kind }, compiler.policies);
  const paths = [rule.from ?? []].flat().map((path) => compiler.relativePath(path, [...place, 'from']));
  const table = compiler.table(rule.table, [...place, 'table']);
  const convert = wordConversion(rule, kind, table, compiler, place);
  return (node, scope, report) => {
    const texts = paths.flatMap((path) => path(node).map((value) => tidyLine(textOf(value))));
    const words = texts.filter((text) => text !== '');
    const room = words.length === 0 ? null : convert(words, scope, report);
    return typeof room === 'string' ? room : null;
  };
}

/** One image of the record. */
interface Slot {
  node: RecordValue;
  /** The address as the feed writes it; empty for an empty slot. */
  written: string;
  /** The address as it is sent to the portal. */
  url: string;
  caption: string;
  /** The number by which images are sorted; NaN if there is none. */
  position: number;
}

/** A reader of the slots of one node: one for each address, and one without an address for an empty node. */
function slotReader(
  input: PhotosInput,
  compiler: Compiler,
  at: YamlPath,
): (node: RecordValue) => readonly Slot[] {
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
  const readOne = (node: RecordValue): Slot[] =>
    photoAddresses(addressIn(node, read(url, node))).map((written) => ({
      node,
      written,
      url: normaliseUrl(whole(written), input.upgrade_http),
      caption: caption === null ? '' : cleanMarkup(read(caption, node), { html: true }),
      position: order === null ? NaN : Number(read(order, node) || NaN),
    }));
  return (node) => {
    const numbered = numberedMembers(node);
    return numbered === null ? readOne(node) : numbered.flat().flatMap(readOne);
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

/** An entry matches an address that contains it. An entry that is a valid pattern also matches by the pattern. */
function placeholderTest(entries: readonly string[], compiler: Compiler): (url: string) => boolean {
  if (entries.length === 0) return () => false;
  const texts = entries.map((entry) => entry.toLowerCase());
  const patterns = entries.flatMap((entry) => compiler.patternIn(entry) ?? []);
  return (url) => {
    const address = url.toLowerCase();
    return texts.some((text) => address.includes(text)) || patterns.some((pattern) => pattern.test(url));
  };
}

/** Moves the picked slots to the front. Both groups keep their order. */
function bringForward(slots: Slot[], isPicked: (slot: Slot) => boolean): void {
  const picked = new Set(slots.filter(isPicked));
  slots.sort((a, b) => Number(picked.has(b)) - Number(picked.has(a)));
}

/** Sorts by number. Slots without a number follow at the end, in their order. */
function byPosition(a: Slot, b: Slot): number {
  if (Number.isNaN(a.position) || Number.isNaN(b.position))
    return Number(Number.isNaN(a.position)) - Number(Number.isNaN(b.position));
  return a.position - b.position;
}

/** The slots with usable URLs, each URL once. Reports the others, one problem for each kind. */
function withoutUseless(slots: readonly Slot[], report: Report): Slot[] {
  const kept = new Map<string, Slot>();
  const repeated: Slot[] = [];
  const unusable: { slot: Slot; problem: string }[] = [];
  for (const slot of slots) {
    const problem = photoUrlProblem(slot.url);
    if (problem !== null) unusable.push({ slot, problem });
    else if (kept.has(slot.url)) repeated.push(slot);
    else kept.set(slot.url, slot);
  }
  const [firstRepeated] = repeated;
  const [firstUnusable] = unusable;
  if (firstRepeated) {
    const message = `${photoCount(repeated.length)} left out, because the feed lists the same address more than once.`;
    report({ code: 'photo_dropped', message, value: firstRepeated.written });
  }
  if (firstUnusable) {
    const message = `${photoCount(unusable.length)} left out: the address ${firstUnusable.problem}.`;
    report({ code: 'photo_dropped', message, value: firstUnusable.slot.written });
  }
  return [...kept.values()];
}

function photoCount(count: number): string {
  return count === 1 ? 'One photo is' : `${count} photos are`;
}

function toPhoto({ url, caption }: Slot, report: Report): Photo {
  const fitting =
    caption === '' ? null : fitText(caption, { kind: 'text', max: limits.captionCodePointsMax }, report);
  return fitting === null ? { url } : { url, caption: fitting };
}
