import type { ReactNode } from 'react';
import { useSpeech } from '../words/context.js';

/** A time; the tooltip has all of it. */
export function Moment({ at, ago = false }: { at: string; ago?: boolean }): ReactNode {
  const speech = useSpeech();
  return (
    <time dateTime={at} title={speech.wholeMoment(at)} className="numeric">
      {ago ? speech.ago(at) : speech.moment(at)}
    </time>
  );
}
