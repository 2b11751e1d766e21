/** Paths of the calls about the page of a handle. Separate from those of all screens, because visitors load those. */
export const blockCalls = {
  /** GET and PUT the whole page in order, with ETag and If-Match. */
  blocks: (id: number) => `/api/handles/${id}/blocks`,
  /** POST requests an upload address for a picture of the handle. */
  uploadHandlePicture: (id: number) => `/api/handles/${id}/pictures/upload`,
  /** POST turns an uploaded file into a picture of the handle. */
  handlePictures: (id: number) => `/api/handles/${id}/pictures`,
  /** The page as one file to download. */
  staticPage: (id: number) => `/api/handles/${id}/page.html`,
} as const;
