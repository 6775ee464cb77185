import { ActionIcon, Group, Menu, NativeSelect, Text, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconMoon, IconSun, IconSunMoon, IconUserCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { api } from '../api/client.js';
import { useAct } from '../api/queries.js';
import { useSessionChange, type Role } from '../api/session.js';
import { useSpeech } from '../words/context.js';
import { languageNames, languages, type Language } from '../words/language.js';

/** Choices of language and colours, and the account's menu with sign-out. */
export function Preferences({ name, role }: { name: string; role: Role }): ReactNode {
  const { t } = useSpeech();
  const change = useSessionChange();
  const signOut = useAct(() => api.DELETE('/api/v1/session'), []);
  return (
    <Group gap="xs" wrap="nowrap">
      <LanguageChoice />
      <ColourChoice />
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('app.signed_in_as', { name })}>
            <IconUserCircle size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text size="sm" fw={600}>
              {name}
            </Text>
            <Text size="xs">{t(`role.${role}`)}</Text>
          </Menu.Label>
          <Menu.Item
            leftSection={<IconLogout size={16} aria-hidden />}
            onClick={() => signOut.mutate(undefined, { onSettled: () => change(null) })}
          >
            {t('app.sign_out')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

/** Selects the console’s language; the browser remembers it. */
export function LanguageChoice(): ReactNode {
  const { t, language, choose } = useSpeech();
  return (
    <NativeSelect
      size="xs"
      w={96}
      aria-label={t('app.language')}
      value={language}
      onChange={({ currentTarget }) => choose(currentTarget.value as Language)}
      data={languages.map((value) => ({ value, label: languageNames[value] }))}
    />
  );
}

const icons = { light: IconSun, dark: IconMoon, auto: IconSunMoon } as const;
const schemes = ['light', 'dark', 'auto'] as const;

/** Selects light colours, dark colours, or those of the device. */
export function ColourChoice(): ReactNode {
  const { t } = useSpeech();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = icons[colorScheme];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('app.colours')}>
          <Icon size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map((scheme) => {
          const Own = icons[scheme];
          return (
            <Menu.Item
              key={scheme}
              leftSection={<Own size={16} aria-hidden />}
              aria-current={scheme === colorScheme}
              onClick={() => setColorScheme(scheme)}
            >
              {t(`app.colours.${scheme}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
