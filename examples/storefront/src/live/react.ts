/** What a living part needs of React, in a file of its own. */
export { createElement } from 'react';
export { hydrateRoot } from 'react-dom/client';
