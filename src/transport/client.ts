import ky from 'ky'

/** Only the replay loop retries; every status is an answer, and redirects are not followed. */
export const client = ky.create({
  retry: 0,
  throwHttpErrors: false,
  timeout: false,
  redirect: 'manual',
  cache: 'no-store',
})
