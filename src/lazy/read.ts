/** A page with the search and with parts that a script serves: one file, since each takes bytes of the script in the head. */
import './search.ts'
import './text.ts'
