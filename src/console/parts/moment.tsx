import type { ReactNode } from 'react';
import { useSpeech } from '../words/context.js';

/** A time; its tooltip shows the full date and time. A time that is not known is a dash. */
export function Moment({ at, ago = false }: { at: string | null; ago?: boolean }): ReactNode {
  const speech = useSpeech();
  if (at === null) return '–';
  return (
    <time dateTime={at} title={speech.wholeMoment(at)} className="numeric">
      {ago ? speech.ago(at) : speech.moment(at)}
    </time>
  );
}
