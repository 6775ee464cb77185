import type { Candidate } from '../match/candidate.js';
import { compilePattern } from '../../../../mapping/language/patterns.js';

const unit =
  '(?:m\\s?[2²]|kvm|kv\\.?\\s?m|qm|mq|sq\\.?\\s?m|м\\s?[2²]|кв\\.?\\s?м|kvadrata|квадрата)(?:$|[^\\p{L}\\d])';
const figure = '\\d{1,4}(?:[.,]\\d{1,2})?';
/** A figure that is the part of no range, product or longer number. */
const size = `(?:^|[\\s(,;])(${figure}\\s?${unit})`;
const anySize = `${figure}\\s?${unit}`;
/** Ends of words of what belongs to a home. Its area is that of the home only where the title begins with it. */
const part =
  'teras\\w*|terrace|terrass\\w*|dvori[sš]t\\w*|gara[zžg]\\w*|ba[sš]t\\w*|podrum\\w*|ostav\\w*|plac\\w*|zemlj\\p{L}*|grundst\\p{L}*|land|parcel\\w*|oku[cć]nic\\w*|garden|garten|plot|lot|balcon\\w*|balkon\\w*|lo[dđ]\\w*|galerij\\w*|parking\\w*|keller|cellar|терас\\p{L}*|двориш\\p{L}*|гараж\\p{L}*|плац\\p{L}*|башт\\p{L}*|подрум\\p{L}*|балкон\\p{L}*';

/** Titles of several homes: their size is the smallest or the largest. */
const several =
  'stanovi|kuće|kuce|lokali|apartmani|placevi|garsonjere|flats|apartments|houses|wohnungen|станови|куће|локали';

/**
 * Titles of which the size is not that of the whole: two sizes, a range or a product, the end of a figure with spaces, a plot in ares before it,
 * a part of the home before or behind it, a limit, several homes.
 */
const unclear = [
  `${anySize}.*${anySize}`,
  `\\d\\s*[-–+x×*/]\\s*${anySize}`,
  `\\d\\s*(?:a|ar[ai]?|ha|hektar\\w*|ари?|ара|ха)[\\s,i]+${anySize}`,
  `\\d[\\s ]\\d{3}(?:[.,]\\d{1,2})?\\s?${unit}`,
  `${anySize}\\s*(?:${part})`,
  `(?:^|[^\\p{L}])(?:do|from|ab|bis|up to|до)\\s+${anySize}`,
  `^(?:${several})(?:[^\\p{L}].*)?${anySize}`,
  `\\S.*(?:^|[^\\p{L}])(?:${part})\\s*(?:od|of|von|sa|s|ca|cca|površine|од|са)?\\s*:?\\s*${anySize}`,
];

/** Fewer titles with a size prove no way of writing. */
const sizesMin = 2;
const sizedShare = 0.3;
const read = compilePattern(size);

/** The rule that reads the area from titles that name one size in square metres; null where few do. */
export function areaInTitles(title: Candidate | undefined): Record<string, unknown> | null {
  if (title === undefined || title.field.path.includes("'")) return null;
  const { path, distinct } = title.field;
  const sized = [...distinct.keys()].filter((text) => read.test(text));
  if (sized.length < Math.max(sizesMin, distinct.size * sizedShare)) return null;
  const conditions = unclear.map(
    (pattern) => `!matches(field('${path}'), '${pattern.replaceAll('\\', '\\\\')}')`,
  );
  return { from: path, match: size, area: 1, when: conditions.join(' && ') };
}
