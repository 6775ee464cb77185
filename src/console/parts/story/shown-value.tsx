import type { ReactNode } from 'react';
import { useSpeech } from '../../words/context.js';

const shownCharacters = 200;

/** A value of a listing: by the portal's label where it has one, otherwise as it is, without the quotes of JSON. */
export function ShownValue({
  json,
  shown,
}: {
  json: string | null;
  shown: { sr: string; en: string } | null;
}): ReactNode {
  const { told, number } = useSpeech();
  if (shown !== null) return told(shown);
  const value = valueOf(json);
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return number(value);
  return <LongText text={typeof value === 'string' ? value : (json ?? '')} />;
}

/** The beginning of a text, which may be a whole description; its tooltip shows it whole. */
export function LongText({ text }: { text: string }): ReactNode {
  if (text.length <= shownCharacters) return <span className="whole">{text}</span>;
  return (
    <span className="whole" title={text}>
      {text.slice(0, shownCharacters)} …
    </span>
  );
}

/** Values are JSON; texts that a release before wrote without quotes are texts. */
function valueOf(json: string | null): unknown {
  if (json === null) return null;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
