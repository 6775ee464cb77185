import { createContext, useContext, useEffect, useRef, useState, type RefObject } from 'react';
import { useSpeech } from '../../words/context.js';

/** Whether the form was sent with a field that is not filled in as it must be. */
export const Tried = createContext(false);

/** What is wrong with a field's content. */
type Mistake = 'missing' | 'unticked' | 'short' | 'email' | 'other';

interface FieldMessage {
  ref: RefObject<HTMLInputElement | null>;
  error: string | null;
  onBlur: () => void;
}

/**
 * The console's own message under a field, in place of the browser's. A missing value is reported once the form was sent, any other mistake
 * as soon as the field is left.
 * @param mismatch what the field takes, for a content that does not fit its `pattern`
 */
export function useFieldMessage(mismatch?: string): FieldMessage {
  const { t } = useSpeech();
  const isTried = useContext(Tried);
  const ref = useRef<HTMLInputElement>(null);
  const [isLeft, setLeft] = useState(false);
  const [mistake, setMistake] = useState<Mistake | null>(null);
  // After every render: the content may have changed.
  useEffect(() => {
    const found = ref.current === null ? null : mistakeIn(ref.current);
    setMistake(isTried || (isLeft && found !== 'missing' && found !== 'unticked') ? found : null);
  });
  const sentences = {
    missing: t('form.missing'),
    unticked: t('form.unticked'),
    short: t('form.short', { n: Math.max(0, ref.current?.minLength ?? 0) }),
    email: t('form.email'),
    other: mismatch ?? t('form.other'),
  };
  return { ref, error: mistake === null ? null : sentences[mistake], onBlur: () => setLeft(true) };
}

function mistakeIn(input: HTMLInputElement): Mistake | null {
  const { validity, value, minLength, type } = input;
  if (validity.valueMissing) return type === 'checkbox' ? 'unticked' : 'missing';
  // The browser measures only what was typed.
  if (value !== '' && value.length < minLength) return 'short';
  if (validity.valid) return null;
  return validity.typeMismatch && type === 'email' ? 'email' : 'other';
}

/** The first field of a form that is not filled in as it must be; null: there is none. */
export function firstMistake(form: HTMLFormElement): HTMLInputElement | null {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  return inputs.find((input) => mistakeIn(input) !== null) ?? null;
}
