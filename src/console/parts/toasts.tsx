import { CloseButton, Group, Paper, Portal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import { useSpeech } from '../words/context.js';
import { Details } from './details.js';
import { useReason } from './refusal.js';

interface Toast {
  id: number;
  kind: 'done' | 'failed';
  text: string;
  details: readonly string[];
}

/** Reports the result of an action. */
export interface Toasts {
  /** @param english what the API said of it, which says more than the text: shown in place of it in English */
  done: (text: string, english?: string) => void;
  failed: (error: Error) => void;
}

/** How long a success is shown. */
const shownMs = 7_000;
const ToastContext = createContext<Toasts | null>(null);

/**
 * Shows short messages on the results of actions, the latest four. A success disappears after 7 seconds; a failure stays
 * until the user closes it.
 */
export function ToastProvider({ children }: { children: ReactNode }): ReactNode {
  const { t, language } = useSpeech();
  const reasonOf = useReason();
  const [shown, setShown] = useState<readonly Toast[]>([]);
  const drop = useCallback((id: number) => setShown((all) => all.filter((toast) => toast.id !== id)), []);
  const add = ({ kind, text, details }: Omit<Toast, 'id'>): void => {
    const id = Date.now() + Math.random();
    setShown((all) => [...all.slice(-3), { id, kind, text, details }]);
    if (kind === 'done') window.setTimeout(drop, shownMs, id);
  };
  const toasts: Toasts = {
    done: (text, english = text) =>
      add({ kind: 'done', text: language === 'en' ? english : text, details: [] }),
    failed: (error) => add({ kind: 'failed', ...reasonOf(error) }),
  };
  return (
    <ToastContext value={toasts}>
      {children}
      <Portal>
        <Stack className="toasts" gap="xs" role="status" aria-live="polite">
          {shown.map(({ id, kind, text, details }) => (
            <Paper key={id} withBorder shadow="md" p="sm">
              <Group wrap="nowrap" align="start" gap="sm">
                {kind === 'done' ? (
                  <IconCheck size={20} className="mark-good" aria-hidden />
                ) : (
                  <IconAlertTriangle size={20} className="mark-bad" aria-hidden />
                )}
                <Text size="sm" flex={1} component="div">
                  {text}
                  <Details lines={details} />
                </Text>
                <CloseButton size="sm" aria-label={t('do.close')} onClick={() => drop(id)} />
              </Group>
            </Paper>
          ))}
        </Stack>
      </Portal>
    </ToastContext>
  );
}

/** @throws Error outside a `ToastProvider` */
export function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (toasts === null) throw new Error('no place for toasts');
  return toasts;
}
