import { createTheme, Modal, Notification } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'teal',
  // White on a lighter one has less contrast than WCAG 2.1 AA asks.
  primaryShade: { light: 9, dark: 9 },
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.6rem' }, h2: { fontSize: '1.2rem' }, h3: { fontSize: '1.02rem' } },
  },
  respectReducedMotion: true,
  // A cross alone says nothing to a screen reader.
  components: {
    Modal: Modal.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Close the dialog' } } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } }),
  },
});
