import { Button, type ButtonProps, createTheme, MantineThemeProvider } from '@mantine/core';
import { type ComponentPropsWithoutRef, createContext, type ReactNode, use } from 'react';

const ReadOnly = createContext(false);

/** Whether the fields around can only be read: what would change them is left out. */
export const useReadOnly = () => use(ReadOnly);

const typed = [
  'TextInput',
  'Textarea',
  'PasswordInput',
  'NumberInput',
  'Select',
  'MultiSelect',
  'TagsInput',
  'Autocomplete',
];
const chosen = ['Switch', 'Checkbox', 'Radio', 'FileInput', 'SegmentedControl'];
const withDefaults = (names: readonly string[], defaultProps: object) =>
  Object.fromEntries(names.map((name) => [name, { defaultProps }]));
const theme = createTheme({
  components: {
    ...withDefaults(typed, { readOnly: true }),
    // A browser knows no choice that is only read.
    ...withDefaults(chosen, { disabled: true }),
  },
});

/** Fields that a session without the right to save them can read and copy, in dialogs of theirs as well. */
export function Editable({ may, children }: { may: boolean; children: ReactNode }) {
  if (may) return children;
  return (
    <ReadOnly value>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </ReadOnly>
  );
}

/** A button that changes what a form holds; there is none where the form can only be read. */
export function EditButton(props: ButtonProps & ComponentPropsWithoutRef<'button'>) {
  return useReadOnly() ? null : <Button {...props} />;
}
