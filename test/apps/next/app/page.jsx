import { Till } from './till.jsx'

export default function Page() {
  return (
    <main>
      <h1>A till in Next</h1>
      <Till />
    </main>
  )
}
