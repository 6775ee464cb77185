import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSpeech } from '../../words/context.js';
import { dayInWords, readDay, readMoment, writtenDay } from '../../words/written-day.js';
import { useFieldMessage } from './field-message.js';

/**
 * A field for a day. Its form is that of the page's language, and not the browser's as that of an `input type=date`; below it the day stands
 * in words, so that a day and a month that changed places are seen.
 */
export function DayField({
  value,
  onChange,
  time,
  ...props
}: {
  label: string;
  required?: boolean;
  size?: 'xs';
  /** `2026-12-31`, with `time` `2026-12-31T15:12:04`; empty: none; null: what is written is none. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** The field takes a time too; the time of a text without one. */
  time?: '00:00:00' | '23:59:59';
}): ReactNode {
  const { t, language } = useSpeech();
  const [typed, setTyped] = useState<string | null>(null);
  const form = t(time === undefined ? 'form.day' : 'form.moment');
  const { error, onBlur, ref } = useFieldMessage(form);
  const read = (text: string): string | null => {
    if (text.trim() === '') return '';
    return time === undefined ? readDay(text) : readMoment(text, time);
  };
  const isDay = value !== null && value !== '';
  return (
    <TextInput
      {...props}
      ref={ref}
      error={error}
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={error !== null ? null : isDay ? dayInWords(language, value) : form}
      value={typed ?? writtenDay(language, value ?? '')}
      onChange={({ currentTarget }) => {
        const next = read(currentTarget.value);
        // What is no day is no value either: the form says so, and does not act without it.
        currentTarget.setCustomValidity(next === null ? form : '');
        setTyped(currentTarget.value);
        onChange(next);
      }}
      onBlur={() => {
        onBlur();
        if (typed !== null && read(typed) !== null) setTyped(null);
      }}
    />
  );
}
