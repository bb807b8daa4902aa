import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const mediaErrors = defineErrors({
  notAnImage: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    status: 415,
    message: 'The file must be a JPEG, PNG, WebP, GIF or AVIF image',
    when: 'the uploaded file is by its content no image of a supported type',
  },
});
