import type { ReactNode } from 'react';
import { useSpeech } from '../words/context.js';

/** A time, with `exact` to the second; its tooltip shows the full date and time. A time that is not known is a dash. */
export function Moment({
  at,
  ago = false,
  exact = false,
}: {
  at: string | null;
  ago?: boolean;
  exact?: boolean;
}): ReactNode {
  const speech = useSpeech();
  if (at === null) return '–';
  return (
    <time dateTime={at} title={speech.wholeMoment(at)} className="numeric">
      {ago ? speech.ago(at) : exact ? speech.second(at) : speech.moment(at)}
    </time>
  );
}
