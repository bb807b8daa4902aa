/** The functions of React that live parts use, as a separate chunk. */
export { createElement } from 'react';
export { hydrateRoot } from 'react-dom/client';
