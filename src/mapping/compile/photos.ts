import { canonicalJson } from '../../core/listing/digest.js';
import { fold } from '../../model/fold.js';
import type { PhotoSource } from '../../model/outcome.js';
import type { RecordValue } from '../../model/record.js';
import * as limits from '../../wire/limits.js';
import type { Compiler } from './compiler.js';
import type { ImageCondition } from './conditions.js';
import { fitText } from './conversions.js';
import { underPolicy } from '../language/feed-policies.js';
import type { YamlPath } from '../language/mapping-errors.js';
import type { PhotosInput } from '../language/mapping-schema.js';
import { textOf } from '../language/path.js';
import {
  byPosition,
  inOrder,
  markedFirst,
  onlyPhotos,
  slotReader,
  withoutUseless,
  type Slot,
} from './photo-slots.js';
import { splitter } from './refine.js';
import type { Report, Scope } from '../language/scope.js';
import { wordConversion } from './words.js';
import { namesPlan } from '../values/photo-kinds.js';
import { tidyLine } from '../values/text.js';

interface Photo {
  url: string;
  caption?: string;
  room_type?: string;
}

/** The photos of a listing, and what decides which of them is the cover. */
interface PhotosRead {
  photos: Photo[];
  /** Null for a listing with fewer than two photos. */
  source: PhotoSource | null;
  /** See `MappedListing.upgradedPhotos`. */
  upgraded: string[];
}

/**
 * Reads the photos of a record, at most `max`. The first is the cover.
 * @param reportRoom receives the problems with room types
 */
export type PhotoReader = (scope: Scope, max: number, report: Report, reportRoom: Report) => PhotosRead;

/**
 * Compiles `photos:`. The reader skips empty slots and placeholders. It leaves out repeated photos, PDFs and videos, and URLs that the portal
 * would refuse, with one warning for each of the three kinds. Photos over `max:`, the portal's limit or the agency's plan are left out
 * without a warning, as the portal would do.
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
  const rule = canonicalJson(input);
  const areas = paths.map((path) => ({ path, isOfPlans: path.text.split('/').some(namesPlan) }));
  return (scope, planMax, report, reportRoom) => {
    const slots = areas.flatMap(({ path, isOfPlans }) =>
      path
        .select(scope.record)
        .flatMap((node) => (input.split === undefined ? [node] : split(textOf(node))))
        .flatMap((node) => readSlots(node, isOfPlans)),
    );
    if (input.order !== undefined) slots.sort(byPosition);
    const meant = slots.filter(
      ({ written, url, node }) =>
        written !== '' && !isPlaceholder(url) && (!when || when(scope, report, written, node)),
    );
    const marked = new Set(
      meant
        .filter(({ written, node }) => first?.(scope, report, written, node) === true)
        .map(({ url }) => url),
    );
    const usable = withoutUseless(meant, report);
    const limit = Math.max(0, Math.min(max, planMax));
    const chosen = inOrder(onlyPhotos(usable, report), marked).slice(0, limit);
    scope.trace?.push({
      path: 'photos',
      source: paths.map((path) => path.text).join(', '),
      raw: meant[0]?.written ?? null,
      rule: `${slots.length} slots, ${meant.length} filled`,
      result: chosen.length,
    });
    const photos = chosen.map((slot) => {
      const photo = toPhoto(slot, report);
      const room = roomOf?.(slot.node, scope, slot.isPlan ? () => undefined : reportRoom) ?? null;
      return slot.isPlan ? asPlan(photo, room, scope) : room === null ? photo : { ...photo, room_type: room };
    });
    const upgraded = chosen.filter(({ isUpgraded }) => isUpgraded).map(({ url }) => url);
    return { photos, upgraded, source: chosen.length < 2 ? null : sourceOf(rule, usable, marked, limit) };
  };
}

function sourceOf(
  rule: string,
  usable: readonly Slot[],
  marked: ReadonlySet<string>,
  limit: number,
): PhotoSource {
  const slots = usable.map(({ url, position }) => ({ url, mark: `${position} ${marked.has(url)}` }));
  const former = markedFirst(usable, marked).slice(0, limit);
  return { rule, slots, former: former.map(({ url }) => url) };
}

/** The labels of the portal's room type for what is no room. */
const otherRoom = ['Other', 'Ostalo'];
const planCaption = 'Osnova';

/** A floor plan has a caption, and the room type for what is no room, unless the feed says more (RULES R158). */
function asPlan(photo: Photo, room: string | null, scope: Scope): Photo {
  const other = room ?? scope.reference.vocabularyKey('room_type', otherRoom);
  if (room === null && other !== null)
    scope.use({ kind: 'vocabulary', name: 'room_type', word: fold('Other'), resolved: other });
  return {
    ...photo,
    caption: photo.caption ?? planCaption,
    ...(other !== null && { room_type: other }),
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

function toPhoto({ url, caption }: Slot, report: Report): Photo {
  const fitting =
    caption === '' ? null : fitText(caption, { kind: 'text', max: limits.captionCodePointsMax }, report);
  return fitting === null ? { url } : { url, caption: fitting };
}
