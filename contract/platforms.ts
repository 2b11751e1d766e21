/** A social network that a handle can link to. */
export interface Platform {
  id: string;
  name: string;
}
