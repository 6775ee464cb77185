import type { Doubt, Payload } from './doubt.js';
import { ownValue } from '../../model/own-value.js';

/** Matches file names of pictures that stand for a missing photo. */
const placeholderName =
  /(?:^|[_.-])(?:no[_-]?(?:photo|image|img|pic(?:ture)?|foto)|missing|placeholder|coming[_-]?soon|nema[_-]?slik\p{L}|bez[_-]?slik\p{L}|brak[_-]?zdj\p{L}*)(?=[_.-]|$)|^default\./iu;

/** Reports the first photo whose file name is that of a placeholder. */
export function photoDoubts({ photos }: Payload, report: (doubt: Doubt) => void): void {
  if (!Array.isArray(photos)) return;
  for (const url of photoUrls({ photos })) {
    if (!placeholderName.test(fileName(url))) continue;
    const message = 'A picture bears the name of one that stands for a missing picture.';
    report({ code: 'photo_placeholder', pointer: '/photos', message, value: url });
    return;
  }
}

/** The URLs of a payload's photos. */
export function photoUrls({ photos }: Payload): string[] {
  if (!Array.isArray(photos)) return [];
  return (photos as unknown[]).flatMap((photo) => {
    const url = ownValue(photo, 'url');
    return typeof url === 'string' ? [url] : [];
  });
}

function fileName(url: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  return path.slice(path.lastIndexOf('/') + 1);
}
