import type { RecordValue } from '../core/record.js';
import * as limits from '../wire/limits.js';
import { photoUrlProblem } from '../wire/public-url.js';
import type { Compiler } from './compiler.js';
import { fitText } from './conversions.js';
import type { YamlPath } from './mapping-errors.js';
import type { PhotosInput } from './mapping-schema.js';
import { textOf, type RelativePath } from './path.js';
import type { Report, Scope } from './scope.js';
import { cleanMarkup, tidyLine } from './text.js';
import { normaliseUrl } from './urls.js';

export interface Photo {
  url: string;
  caption?: string;
}

/** Reads the photos of a record: at most `max`, the first one being the cover. */
export type PhotoReader = (scope: Scope, max: number, report: Report) => Photo[];

/**
 * Empty slots are skipped; repeated photos and links that the portal would refuse are left out with one warning for each kind; what
 * is over the agency's plan is left out silently, since the portal would do the same.
 */
export function compilePhotos(input: PhotosInput, compiler: Compiler, at: YamlPath): PhotoReader {
  const paths = [input.from].flat().map((path) => compiler.path(path, [...at, 'from']));
  const url = compiler.relativePath(input.url, [...at, 'url']);
  const caption =
    input.caption === undefined ? null : compiler.relativePath(input.caption, [...at, 'caption']);
  const order = input.order === undefined ? null : compiler.relativePath(input.order, [...at, 'order']);
  const when = input.when === undefined ? null : compiler.condition(input.when, [...at, 'when']);
  const read = (relative: RelativePath | null, node: Parameters<RelativePath>[0]): string =>
    relative ? tidyLine(textOf(relative(node)[0] ?? '')) : '';
  return (scope, max, report) => {
    const nodes = paths
      .flatMap((path) => path.select(scope.record))
      .flatMap((node) => pieces(node, input.split));
    const slots = nodes.map((node) => ({
      written: read(url, node),
      url: normaliseUrl(read(url, node), input.upgrade_http),
      caption: caption === null ? '' : cleanMarkup(read(caption, node), { html: true }),
      position: order === null ? NaN : Number(read(order, node) || NaN),
    }));
    if (order) slots.sort(byPosition);
    const meant = slots.filter((slot) => slot.written !== '' && (!when || when(scope, report, slot.written)));
    const photos = withoutUseless(meant, report).slice(0, Math.max(0, Math.min(limits.photosMax, max)));
    scope.trace?.push({
      path: 'photos',
      source: paths.map((path) => path.text).join(', '),
      raw: meant[0]?.written ?? null,
      rule: `${nodes.length} slots, ${meant.length} filled`,
      result: photos.length,
    });
    return photos.map((photo) => toPhoto(photo, report));
  };
}

/** Several addresses written in one value. */
function pieces(node: RecordValue, separator: string | undefined): RecordValue[] {
  return separator === undefined ? [node] : textOf(node).split(separator);
}

interface Slot {
  written: string;
  url: string;
  caption: string;
  position: number;
}

/** Slots without a number keep their place at the end. */
function byPosition(a: Slot, b: Slot): number {
  if (Number.isNaN(a.position) || Number.isNaN(b.position))
    return Number(Number.isNaN(a.position)) - Number(Number.isNaN(b.position));
  return a.position - b.position;
}

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
