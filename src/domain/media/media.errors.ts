import { defineErrors } from '#domain/_shared/error-catalogue.js';

export const mediaErrors = defineErrors({
  notAnImage: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    status: 415,
    message: 'The file must be a JPEG, PNG, WebP, GIF or AVIF image',
    when: 'the uploaded file is by its content no image of a supported type',
  },
  quotaExceeded: {
    code: 'CONFLICT',
    status: 409,
    message:
      'The images of this vendor take {used} of {quota}, and {size} more do not fit: delete some first',
    when: 'an image is uploaded that does not fit into `media.vendor_quota_megabytes`',
  },
  inUse: {
    code: 'CONFLICT',
    status: 409,
    message: 'The image is in use by {usedBy}: replace it there first',
    when: 'an image is deleted while a row names it',
  },
});
