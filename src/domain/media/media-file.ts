/** An uploaded picture. */
export interface MediaFile {
  id: string;
  /** Where it is stored; what products, banners and pages refer to. */
  key: string;
  /** The vendor it belongs to; null for the platform's own. */
  vendorId: string | null;
  /** As the uploader called it. */
  fileName: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Pixels. */
  width: number;
  height: number;
  createdAt: Date;
}
